"""The room in the browser and for programs: HTTP, WebSocket, pages."""

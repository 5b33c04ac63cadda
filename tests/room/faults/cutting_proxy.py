"""A proxy to a server that cuts the connection at a chosen message, in either direction, or stalls."""

from __future__ import annotations

import contextlib
import socket
import threading


class CuttingProxy:
    """Forwards bytes between clients and a server; each chunk counts as a message."""

    def __init__(self, port: int) -> None:
        self.target = port
        self.messages = 0
        self.stays_down = False
        """Whether the wire stays cut until `come_back`."""
        self._cut_at = 0
        self._down = False
        self._flows = threading.Event()
        self._flows.set()
        self._lock = threading.Lock()
        self._pairs: list[tuple[socket.socket, socket.socket]] = []
        self._door = socket.create_server(("127.0.0.1", 0))
        self.port = self._door.getsockname()[1]
        threading.Thread(target=self._accept, daemon=True).start()

    def cut_at(self, message: int) -> None:
        """Count from now on; the message of this number is lost, and every connection with it."""
        with self._lock:
            self.messages, self._cut_at = 0, message

    def go_down(self) -> None:
        """Cut everything, and refuse new connections."""
        with self._lock:
            self._down = True
        self._cut()

    def come_back(self) -> None:
        with self._lock:
            self._down = False

    def stall(self) -> None:
        """Keep every connection open, and pass nothing on."""
        self._flows.clear()

    def flow(self) -> None:
        """Pass on what was held back, and everything after it."""
        self._flows.set()

    def close(self) -> None:
        self._flows.set()
        self._door.close()
        self._cut()

    def _accept(self) -> None:
        with contextlib.suppress(OSError):
            while True:
                client, _ = self._door.accept()
                if self._down:
                    client.close()
                    continue
                server = socket.create_connection(("127.0.0.1", self.target))
                self._pairs.append((client, server))
                for pair in ((client, server), (server, client)):
                    threading.Thread(target=self._pass_on, args=pair, daemon=True).start()

    def _pass_on(self, source: socket.socket, target: socket.socket) -> None:
        with contextlib.suppress(OSError):
            while piece := source.recv(65536):
                self._flows.wait()
                with self._lock:
                    self.messages += 1
                    cut = self.messages == self._cut_at
                    self._down |= cut and self.stays_down
                if cut:
                    self._cut()
                    return
                target.sendall(piece)
        for end in (source, target):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)

    def _cut(self) -> None:
        with self._lock:
            pairs, self._pairs = self._pairs, []
        for pair in pairs:
            for end in pair:
                with contextlib.suppress(OSError):
                    end.shutdown(socket.SHUT_RDWR)
                end.close()

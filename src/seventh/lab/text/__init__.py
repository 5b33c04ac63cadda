"""The lab's reports as text: what the commands print, and what `print(report)` shows."""

"""The running room: storage, ledger, rounds that survive a crash, live tables, people."""

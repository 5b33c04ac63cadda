"""What a room keeps outside its database: its key, and the anchor that shows lost or rolled-back data (R8, R47)."""

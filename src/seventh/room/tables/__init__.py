"""Live tables: seats, clock, views, and the frames that go to everybody who watches."""

"""What beats what: one file a ranking, each readable on its own, and the fast kernels that are proved equal to them."""

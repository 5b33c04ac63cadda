"""Hand rankings: one readable module per ranking, and fast kernels that are tested against them."""

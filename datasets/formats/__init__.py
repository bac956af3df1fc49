"""Label formats that training tools take."""

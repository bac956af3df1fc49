"""Labels, formats, splits and the scene synthesiser."""

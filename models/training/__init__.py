"""Training and export: the only code that imports torch and ultralytics (extra ``train``)."""

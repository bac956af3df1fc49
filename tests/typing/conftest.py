"""What lies here is type-checked by mypy and never run: pytest is not to import it."""

collect_ignore_glob = ["*_api.py"]

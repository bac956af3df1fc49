"""Other people's scorers as rule sets: a published case must come out as published, under its source's dialect."""

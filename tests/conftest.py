"""Settings for every test."""

from hypothesis import settings

settings.register_profile("ludarium", deadline=None, derandomize=True)
settings.load_profile("ludarium")

"""What all tests have in common."""

import signal

import pytest


@pytest.fixture(autouse=True)
def control_c_raises():
    """A shell that starts a program in the background lets it ignore Ctrl-C."""
    before = signal.signal(signal.SIGINT, signal.default_int_handler)
    yield
    signal.signal(signal.SIGINT, before)

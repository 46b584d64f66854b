"""Telegram: updates become requests, screens become messages."""

import os

# The client warns of its old way to give times unless the new one is chosen before it is used.
os.environ.setdefault("PTB_TIMEDELTA", "1")

from adapters.telegram.app import TelegramApp, TelegramUnavailable

__all__ = ["TelegramApp", "TelegramUnavailable"]

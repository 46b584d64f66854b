"""Telegram: updates become requests, screens become messages."""

from adapters.telegram.app import TelegramApp, TelegramUnavailable

__all__ = ["TelegramApp", "TelegramUnavailable"]

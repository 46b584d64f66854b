"""Discord: interactions become requests, screens become messages."""

from adapters.discord.app import DiscordApp, DiscordUnavailable

__all__ = ["DiscordApp", "DiscordUnavailable"]

"""Durable state on Redis or Valkey.

`keys` says where things lie, `functions.lua` holds the steps that must be whole, `link` speaks
with the server, `redis_store` puts them together as `ports.Store`.
"""

from bot.store.redis_store import RedisStore, connect

__all__ = ["RedisStore", "connect"]

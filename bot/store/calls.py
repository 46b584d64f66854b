"""Calls to platforms, counted for all processes together."""

from __future__ import annotations

from collections.abc import Sequence

from bot.ports import Call, Pace, Wait
from bot.store import keys
from bot.store.link import Link


class CountedCalls:
    """The part of `ports.Store` that keeps the paces of platforms."""

    _link: Link

    async def spend(
        self, bot: str, pace: tuple[Pace, ...], calls: Sequence[Call], now: float
    ) -> list[Wait | None]:
        """Count calls of a bot, the most urgent first, for all processes together: one round trip.

        None for a call that is allowed and counted; the others are not counted. A repetition after
        a lost reply counts them twice, which only makes the bot wait longer. The clocks of the
        processes should agree as well as the paces shall be kept.
        """
        arguments: list[str | float] = [now, _paces(pace)]
        for call in calls:
            arguments += [_paces(call.paces), call.kept]
        accounts = [keys.calls(bot, call.account) for call in calls]
        answers = await self._link.function("spend", [keys.calls(bot), *accounts], arguments)
        return [_wait(answer) for answer in answers]

    async def shut(self, bot: str, account: str, until: float, now: float) -> None:
        """Allow an account (empty: the bot as a whole) no calls before `until`."""
        await self._link.function("shut", [keys.calls(bot, account)], [now, until])


def _paces(paces: tuple[Pace, ...]) -> str:
    return " ".join(f"{pace.calls}/{pace.seconds}" for pace in paces)


def _wait(answer: str) -> Wait | None:
    if not answer:
        return None
    account, bot = answer.split()
    return Wait(float(account), float(bot))

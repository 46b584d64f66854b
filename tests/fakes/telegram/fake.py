"""The whole fake: a Bot API server and the people who use it."""

from __future__ import annotations

import asyncio
from collections.abc import Sequence
from contextlib import AbstractContextManager

from bot.ports import Clock
from tests.fakes.serving import Serving
from tests.fakes.telegram.direct import direct
from tests.fakes.telegram.groups import Group
from tests.fakes.telegram.limits import Limits
from tests.fakes.telegram.people import Person
from tests.fakes.telegram.server import TOKEN, Call, Fault, Server
from tests.fakes.telegram.things import BOT_USERNAME, ChatKind
from tests.fakes.telegram.transcript import Transcript
from tests.fakes.telegram.updates import Feed
from tests.fakes.telegram.world import World
from tests.patience import PATIENCE

QUIET = 0.1
"""Real seconds without a request after which the bot counts as settled."""


class FakeTelegram(Serving):
    """A strict Bot API server on loopback, for an unmodified client, with simulated people.

    The bot may run in the same event loop or in another process; it needs `base_url` and `token`.
    Dates, rates and the age of taps follow `clock`; only the wire itself (long polls, waiting in
    `settled` and for answers) is in real seconds.

        async with FakeTelegram(clock) as fake:
            anna = fake.user("Anna", lang="it")
            group = fake.group("Friday cards", members=[anna])
            await anna.send(group, "/pinnacola")
            await fake.settled()
            answer = await anna.tap(group, "Mi siedo")
    """

    token = TOKEN
    username = BOT_USERNAME

    def __init__(self, clock: Clock) -> None:
        self.world = World(clock)
        self.server = Server(self.world)
        super().__init__(self.server)

    @property
    def base_url(self) -> str:
        """What the client puts the token behind: `ApplicationBuilder().base_url(...)`."""
        return f"http://127.0.0.1:{self.server.port}/bot"

    def directly(self) -> AbstractContextManager[None]:
        """While this lasts, a client in this process needs no sockets to get here."""
        return direct(self.server, self.base_url)

    @property
    def limits(self) -> Limits:
        """The table of limits in force."""
        return self.world.limits

    @property
    def transcript(self) -> Transcript:
        """All that was ever visible, and to whom."""
        return self.world.transcript

    @property
    def updates(self) -> Feed:
        """The queue of updates; `updates.deliver_again()` repeats one."""
        return self.world.feed

    @property
    def calls(self) -> list[Call]:
        """Every request that was answered, in order, with method names in lower case."""
        return self.server.calls

    def refused(self, code: int | None = None) -> list[Call]:
        """The requests answered with an error (of that code)."""
        return [c for c in self.calls if c.code != 200 and code in {None, c.code}]

    # People and places.

    def user(
        self, name: str, lang: str = "it", username: str = "", started: bool = False
    ) -> Person:
        """A new person; `started`: has pressed Start before (the bot is not told now)."""
        user = self.world.add_user(name, lang, username)
        user.started = started
        return Person(self.world, user, self._stir)

    def group(
        self,
        title: str,
        members: Sequence[Person] = (),
        admins: Sequence[Person] = (),
        *,
        kind: ChatKind = "supergroup",
        topics: Sequence[str] | None = None,
        public: bool = False,
        members_hidden: bool = False,
        bot: bool = True,
        bot_admin: bool = False,
    ) -> Group:
        """A new group; the first of `admins` owns it and, with `bot`, adds the bot.

        `topics` (even an empty list) makes it a forum. In a public group passers-by can tap.
        With `members_hidden` only a bot that administers the group can ask who is in it.
        """
        chat = self.world.add_group(title, kind, forum=topics is not None)
        chat.public, chat.members_hidden = public, members_hidden
        for person in members:
            chat.members[person.id] = "member"
        for number, person in enumerate(admins):
            chat.members[person.id] = "administrator" if number else "creator"
        chat.bot = "left"
        group = Group(self.world, chat)
        people = [*admins, *members]
        if bot and people:
            group.adds_bot(people[0], bot_admin)
        elif bot:
            chat.bot = "administrator" if bot_admin else "member"
        for name in topics or ():
            group.add_topic(name)
        return group

    # Trouble on demand.

    def fail(
        self,
        method: str,
        times: int = 1,
        *,
        code: int | None = None,
        description: str = "",
        retry_after: int | None = None,
        drop_reply: bool = False,
        drop_request: bool = False,
        delay: float = 0.0,
        chat: int | None = None,
    ) -> None:
        """Let the next `times` calls of a method fail, of one chat only if `chat` is given.

        `*` means any method but getUpdates. `code` (500, 403 ...) with `description`, or
        `retry_after` seconds (429): the call is refused and not applied. `drop_reply`: applied,
        but the connection closes without an answer. `drop_request`: closed and not applied.
        `delay`: seconds of the clock before the call is looked at, alone or with the others.
        Several faults are used up in the order they were set.
        """
        fault = Fault(
            method.lower(),
            times,
            code,
            description,
            retry_after,
            drop_reply,
            drop_request,
            delay,
            chat,
        )
        self.server.faults.append(fault)

    # Waiting.

    def in_flight(self) -> list[str]:
        """What the bot still has to do, as far as can be seen from here."""
        busy = []
        if self.world.feed.pending:
            busy.append(f"{len(self.world.feed.pending)} updates not taken")
        if waiting := self.world.unanswered():
            busy.append(f"{len(waiting)} taps not answered")
        if self.server.busy:
            busy.append(f"{self.server.busy} requests open")
        return busy

    def idle(self) -> bool:
        """Is nothing on its way between the bot and here, but what waits for the clock?"""
        return not self.world.feed.pending and self.server.busy <= self.server.delayed

    async def settled(self, quiet: float = QUIET, timeout: float = PATIENCE) -> None:
        """Wait until the bot has nothing to do; raises AssertionError after `timeout`.

        Settled means: all updates taken, all taps answered (or too old), no request open, and
        none came for `quiet` real seconds. What cannot be seen: a bot that thinks without
        asking anything of the server (a computer player, a pause after a 429, a wait for its own
        budget, a command it means to ignore). Give such a bot a longer `quiet`, or wait for the
        post you expect with `until`.
        """
        loop = asyncio.get_running_loop()
        deadline = loop.time() + timeout
        while loop.time() < deadline:
            if await self._stir_within(quiet) or self.in_flight():
                continue
            return
        raise AssertionError(f"the bot is not settled: {', '.join(self.in_flight()) or 'busy'}")

"""The host: load the table, decide, commit, answer, wake the publisher."""

from __future__ import annotations

import asyncio
import logging
import secrets
from collections.abc import Callable
from dataclasses import replace
from typing import Any, Final

from bot import posts, table
from bot import requests as rq
from bot.chats import Chats
from bot.commands import command
from bot.deadlines import Deadlines
from bot.document import Unreadable, write
from bot.drawing import Hooks
from bot.heartbeat import Heartbeat
from bot.information import TO_SHOW, information, informs
from bot.notices import Notice
from bot.outcome import ADMINS_FARE_BETTER, Chance, Outcome
from bot.payloads import CODE, PayloadError, decode
from bot.people import People
from bot.places import BOT, Places
from bot.ports import (
    Clock,
    Commit,
    Document,
    NoAnswer,
    Platform,
    Store,
    StoreUnavailable,
    Unreachable,
)
from bot.publisher import Publisher
from bot.record import begins
from bot.replies import answer, together, told
from bot.requests import Person, Place, Reply, Request, What
from bot.screen import PLAIN, Means
from bot.screens.help import help_screen
from bot.state import Table
from bot.studio import Studio
from bot.tables import Loaded, Tables
from bot.texts import texts
from bot.texts.notices import notice_text
from bot.trouble import where
from bot.turn_time import TurnTime

log = logging.getLogger(__name__)

LOCKS: Final = 16384
"""Chats for which a lock is kept though nobody holds it."""
RACES: Final = 12
"""How often a decision is made again because another process was faster."""
_ALPHABET: Final = "abcdefghijklmnopqrstuvwxyz0123456789"


def new_code() -> str:
    """A random code for a chat."""
    return "".join(secrets.choice(_ALPHABET) for _ in range(8))


def new_chance() -> Chance:
    """Fresh randomness from the system."""
    return Chance(seed=secrets.token_hex(32), token=secrets.token_hex(8))


class _WhoAdministers(Exception):
    """Whether somebody may do it depends on what the platform says of them."""

    def __init__(self, place: Place) -> None:
        super().__init__()
        self.place = place


class Host:
    """Decides the requests of all chats of this process.

    Requests of one chat are served one after another; other processes are kept out by the
    compare-and-set of the store. A chat gives its turns `time` until it chooses.
    """

    def __init__(
        self,
        store: Store,
        clock: Clock,
        *,
        chance: Callable[[], Chance] = new_chance,
        owner: str = "",
        heartbeat: Heartbeat | None = None,
        time: TurnTime | None = None,
        studio: Studio | None = None,
    ) -> None:
        self.clock = clock
        self.studio = studio or Studio(clock=clock)
        self._store = store
        self._chance = chance
        self._platforms: dict[str, Platform] = {}
        self._heartbeat = heartbeat or Heartbeat(store, clock)
        self._tables = Tables(store, time or TurnTime())
        self.chats = Chats(store, self._tables)
        self._locks: dict[str, asyncio.Lock] = {}
        self._deadlines = Deadlines(store, clock, self._heartbeat, self.handle)
        self.places = Places(store, self._tables, self.handle, self._is_outsider)
        self._people = People(store, self.handle)
        self.publisher = Publisher(
            store,
            self._platforms,
            clock,
            owner or secrets.token_hex(8),
            Hooks(
                self._newest,
                self._moved,
                self.places.lost,
                self.places.deleted,
                self.places.called,
            ),
            self.studio,
        )

    def add(self, platform: Platform) -> None:
        """Host the chats of this platform too."""
        self._platforms[platform.prefix] = platform

    async def serve(self, patience: float = 0.0) -> None:
        """Work through deadlines and left-over marks until cancelled.

        The posts that are due then may still be drawn, within `patience` as in `Publisher.stop`.
        """
        try:
            async with asyncio.TaskGroup() as group:
                group.create_task(self.publisher.sweep())
                group.create_task(self._deadlines.fire())
        finally:
            await self.publisher.stop(patience)
            await self.studio.close()

    # --- requests ------------------------------------------------------------------------

    async def tap(self, person: Person, place: Place, payload: str, **facts: Any) -> Reply:
        """Serve the tap on a button with that payload; `facts` as in Request."""
        try:
            code, what = decode(payload)
        except PayloadError:
            return Reply(notice_text(Notice("unknown_button"), texts(person.lang)))
        return await self.handle(Request(person, place, what, code, **facts))

    async def command(
        self, person: Person, place: Place, name: str, argument: str = "", **facts: Any
    ) -> Reply | None:
        """Serve a command by its name or alias without the slash; None if there is no such one."""
        if name.lower() == "start":
            what: What | None = rq.Enter(argument) if place.private else rq.ShowHelp()
        else:
            what = command(name)
        if what is None:
            return None
        return await self.handle(Request(person, place, what, **facts))

    async def handle(self, request: Request) -> Reply:
        """Serve one tap or command. Never raises for anything a person can do."""
        try:
            return await self._handle(request)
        except StoreUnavailable as error:
            log.error("%s", error)
            return told(request, Notice("store_down"))
        except NoAnswer:
            log.warning("request %s: no answer of its platform", type(request.what).__name__)
            return told(request, Notice("trouble"))
        except Exception as error:
            log.error("request %s failed: %s", type(request.what).__name__, where(error))
            return told(request, Notice("trouble"))

    async def _handle(self, request: Request) -> Reply:
        what = request.what
        if request.table is None and request.place.private:
            # It was written, and stands there.
            await self.publisher.below(request.place.id)
        if isinstance(what, rq.Enter):
            return await self._enter(request, what)
        if request.table is None and request.place.private:
            return await self._in_private(request)
        aside = not request.place.private and self._means(request.person).asides
        if isinstance(what, rq.ShowHand) and aside:
            request = replace(request, what=rq.PeekHand())
        code = request.table or await self._store.known_code(request.place.id)
        if informs(what):
            return await self._inform(request, code)
        if code is None:
            if not isinstance(what, rq.Open):
                return told(request, Notice("no_table"))
            code = await self._store.code_of(request.place.id, new_code())
        if isinstance(what, rq.Open | rq.Join):
            request = await self._people.with_memory(request)
        place = request.place
        joins = isinstance(what, rq.Join) and not place.private and not request.inside
        if joins and await self._is_outsider(place.id, request.person):
            return told(request, Notice("not_member"))
        return await self._decide(code, request)

    def _means(self, person: Person) -> Means:
        """What the platform has that a person is on."""
        platform = self._platforms.get(person.id.partition(":")[0])
        return PLAIN if platform is None else platform.means

    async def _enter(self, request: Request, what: rq.Enter) -> Reply:
        """The private chat was opened, perhaps through a link `code-token`."""
        await self.greet(request.person)
        code, _, token = what.token.partition("-")
        if code in TO_SHOW:
            of = token if CODE.fullmatch(token) else None
            return await self._inform(replace(request, what=TO_SHOW[code]), of)
        if not CODE.fullmatch(code) or not token or (await self._store.load(code)).text is None:
            known = await self._store.tables_of(request.person.id)
            if not what.token and known:
                return await self._in_private(replace(request, what=rq.ShowHand()))
            return self._help(request.person)
        if await self._is_outsider((await self._newest(code))[0].place, request.person):
            return told(request, Notice("not_member"))
        request = replace(request, what=rq.Enter(token), reachable=True)
        return await self._decide(code, await self._people.with_memory(request))

    def _help(self, person: Person) -> Reply:
        return Reply(screen=help_screen(texts(person.lang), means=self._means(person)))

    async def greet(self, person: Person) -> None:
        """The person can be written to from now on."""
        await self._store.update_person(
            person.id, {"reachable": "1", "name": person.name, "lang": person.lang}
        )
        await self.places.reached(person)

    async def _in_private(self, request: Request) -> Reply:
        """A command in the private chat is for the tables where the person sits."""
        what = request.what
        if isinstance(what, rq.ShowHelp):
            return self._help(request.person)
        known = await self._store.tables_of(request.person.id)
        tables = {code: (await self._newest(code))[0] for code in known}
        seats = {code: table.seat_of(request.person.id) for code, table in tables.items()}
        codes = [code for code in known if seats[code] is not None]
        if informs(what):
            return await self._inform(request, codes[0] if codes else None)
        if not isinstance(what, rq.ShowHand):
            title = tables[codes[0]].title if codes else ""
            return told(request, Notice("only_in_group", {"title": title} if title else {}))
        # Where it is their turn comes last: it stands at the bottom of the chat.
        codes.sort(key=lambda code: tables[code].mover == seats[code])
        replies = [await self._decide(code, replace(request, table=code)) for code in codes]
        return together(replies) or told(request, Notice("no_hand"))

    async def _inform(self, request: Request, code: str | None) -> Reply:
        means = self._means(request.person)
        return await information(request, code, self._tables, self._store, means)

    # --- one decision --------------------------------------------------------------------

    async def _decide(self, code: str, request: Request) -> Reply:
        try:
            reply = await self._in_turn(code, request)
        except _WhoAdministers as question:
            # The platform is asked without the lock, so nobody waits for its answer.
            admin = await self._is_admin(question.place, request.person)
            reply = await self._in_turn(code, replace(request, admin=admin))
        await self._people.spread()
        return reply

    async def _in_turn(self, code: str, request: Request) -> Reply:
        """Decide when the requests of this chat that came before are decided."""
        async with self._lock(code):
            try:
                return await self._decide_once(code, request)
            except Unreadable:
                await self._tables.set_aside(code)
            if isinstance(request.what, rq.Open):
                return await self._decide_once(code, request)
            return told(request, Notice("set_aside"))

    async def _decide_once(self, code: str, request: Request) -> Reply:
        known = code in self._tables
        loaded = await self._tables.load(code, request.place)
        if request.table is not None and not loaded.version:
            return told(request, Notice("unknown_button"))
        request = await self._by_newest_place(code, loaded.table, request)
        chance = self._chance()
        await self._heartbeat.before_deciding()
        for _ in range(RACES):
            now, service = self.clock.now(), self._heartbeat.service
            outcome = table.handle(loaded.table, request, now, chance, service)
            denied = outcome.notice is not None and outcome.notice.code in ADMINS_FARE_BETTER
            if denied and request.admin is None:
                raise _WhoAdministers(Place(loaded.table.place, loaded.table.title))
            if outcome.table is loaded.table:
                if isinstance(request.what, rq.Tick):
                    due = table.deadline(loaded.table)
                    known = not await self._store.put_off(code, loaded.version, due)
                if not known:
                    return self._answer(code, request, loaded.table, outcome)
                # From memory only what is written is checked against the store by itself.
                known = False
                document = await self._store.load(code)
                if document.version == loaded.version:
                    return self._answer(code, request, loaded.table, outcome)
                loaded = self._tables.keep(code, document, request.place)
                continue
            newer = await self._commit(code, loaded, outcome)
            if newer is None:
                await self._after(code, request, loaded, outcome.table)
                return self._answer(code, request, loaded.table, outcome)
            known = False
            loaded = self._tables.keep(code, newer, request.place)
        log.error("chat %s: too many races", code)
        return told(request, Notice("trouble"))

    def _answer(self, code: str, request: Request, before: Table, outcome: Outcome) -> Reply:
        said = "done" if outcome.notice is None else outcome.notice.code
        log.debug("chat %s: %s: %s", code, type(request.what).__name__, said)
        late = self.publisher.late(request.person.id)
        return answer(code, request, before, outcome, self._means(request.person), late=late)

    async def _by_newest_place(self, code: str, table: Table, request: Request) -> Request:
        """A tap under a post from before the chat got its new id counts as made in the chat."""
        place = request.place
        if request.table is None or place.private or place.id in ("", table.place):
            return request
        if await self._store.known_code(place.id) != code:
            return request
        return replace(request, place=replace(place, id=table.place))

    async def _is_admin(self, place: Place, person: Person) -> bool:
        try:
            return await self.publisher.ask(place.id, lambda p: p.is_admin(place, person))
        except Unreachable:
            return False

    async def _is_outsider(self, place: str, person: Person) -> bool:
        """Does the platform say that the person is not in the group?"""
        try:
            asked = await self.publisher.ask(place, lambda p: p.is_member(Place(place), person))
        except Unreachable:
            return False
        return asked is False

    async def _commit(self, code: str, loaded: Loaded, outcome: Outcome) -> Document | None:
        return await self._store.commit(
            Commit(
                code=code,
                expect=loaded.version,
                text=write(outcome.table),
                request=secrets.token_hex(6),
                due=table.deadline(outcome.table),
                results=() if outcome.result is None else (outcome.result,),
                log=outcome.log,
                match=outcome.table.matches,
                begins=begins(outcome.log),
                stamp=outcome.table.stamp,
            )
        )

    async def _after(self, code: str, request: Request, loaded: Loaded, after: Table) -> None:
        """What follows a commit and may be lost in a crash without harm."""
        before = loaded.table
        self._tables.remember(code, Loaded(loaded.version + 1, after))
        seat = after.seat_of(request.person.id)
        self.publisher.wake(code, None if seat is None else posts.hand_key(seat))
        await self._people.remember(code, request, before, after)
        was = {s.person for s in before.seats if s.person is not None}
        now = {s.person for s in after.seats if s.person is not None}
        for person in now - was:
            await self._store.sit(person, code, self.clock.now())
        for person in was - now:
            await self._store.unsit(person, code)

    # --- tables --------------------------------------------------------------------------

    def _lock(self, code: str) -> asyncio.Lock:
        lock = self._locks.get(code)
        if lock is None:
            if len(self._locks) > LOCKS:
                self._locks = {c: k for c, k in self._locks.items() if k.locked()}
            lock = self._locks[code] = asyncio.Lock()
        return lock

    async def _newest(self, code: str, at_least: int = 0) -> tuple[Table, int]:
        """For the publisher: the newest table this process knows, at least of that version."""
        loaded = await self._tables.newest(code, at_least)
        return loaded.table, loaded.version

    async def _moved(self, code: str, place: str) -> None:
        """For the publisher: the chat has a new id."""
        old = (await self._tables.load(code)).table.place
        await self.move(old, place)

    async def move(self, old: str, new: str) -> None:
        """A chat got a new id on its platform: everything follows it."""
        code = await self._store.known_code(old)
        if code is None or old == new:
            return
        await self._store.move_place(old, new)
        await self._decide(code, Request(BOT, Place(old), rq.Moved(new)))

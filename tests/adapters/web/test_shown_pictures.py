"""Pictures at the page: served to who may read the message they belong to, and to nobody else."""

from __future__ import annotations

import fakeredis

from bot.pictures.draw import png
from bot.pictures.spec import Picture
from bot.studio import Studio
from tests.adapters.altering import about_to_end
from tests.adapters.telegram.scenes import KING, LAY
from tests.adapters.telegram.tapper import DISCARD, STOCK
from tests.adapters.web.rig import Served, serving
from tests.adapters.web.visitor import Visitor, client, dealt, text, visiting
from tests.fakes.studio import Inline
from tests.fakes.telegram.things import png_size


async def test_the_own_hand_is_drawn_for_its_owner_alone() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno", "Eva") as people:
        anna, bruno, eva = people
        await dealt(anna, bruno)
        mine = anna.newest("private")
        answer = await anna.picture("private", mine)
        assert answer.status_code == 200
        assert answer.headers["content-type"] == "image/png"
        assert answer.headers["vary"] == "Authorization"
        assert "private" in answer.headers["cache-control"]
        shown = mine["picture"]
        assert png_size(answer.content) == (shown["width"], shown["height"])
        for other in (bruno, eva):
            for message in (mine["id"], *other.threads["private"], *range(1, 9)):
                asked = await other.picture("private", mine, message=message)
                assert (asked.status_code, asked.content) == (204, b""), "somebody else's hand"
        async with client(served) as http:
            fields = {"room": "kitchen", "thread": "private", "message": mine["id"]}
            nobody = await http.get("/api/picture", params=fields)
            assert nobody.status_code == 401


async def test_the_table_is_drawn_for_everybody_in_the_room() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno", "Eva") as people:
        await dealt(people[0], people[1])
        files = set()
        for person in people:
            await person.quiet()
            answer = await person.picture("group", person.newest("group"))
            assert answer.status_code == 200
            files.add(answer.content)
        assert len(files) == 1


async def test_what_it_is_drawn_from_does_not_go_to_the_browser() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        (stored,) = (
            message
            for message in await served.app.platform.messages(people[0].person)
            if message.picture is not None
        )
        told = people[0].newest("private")
        assert set(told["picture"]) == {"digest", "width", "height", "alt"}
        assert "drawn" in stored.body
        assert "drawn" not in told
        assert "to 1000 points" in told["picture"]["alt"]


async def test_a_picture_that_is_not_there_any_more_is_not_found() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        message = people[0].newest("private")
        for wrong in ({"digest": "0" * 32}, {"message": 999}, {"message": "x"}, {"thread": "?"}):
            assert (await people[0].picture("private", message, **wrong)).status_code == 204


async def test_pictures_outlive_a_restart() -> None:
    server = fakeredis.FakeServer()
    async with serving(server) as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)
        before = (await people[0].picture("private", people[0].newest("private"))).content
        tokens = tuple(person.token for person in people)
    async with (
        serving(server) as served,
        visiting(served, "Anna", "Bruno", tokens=tokens) as people,
    ):
        answer = await people[0].picture("private", people[0].newest("private"))
        assert answer.content == before


async def test_nothing_is_drawn_that_nobody_looks_at() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        drawn: list[Picture] = []
        _draws_into(served, drawn)
        await dealt(*people)
        assert drawn == []
        for _ in range(3):
            await people[0].picture("private", people[0].newest("private"))
        assert len(drawn) == 1


async def test_what_cannot_be_drawn_is_missing_and_its_words_are_there() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        await dealt(*people)

        def fault(picture: Picture) -> bytes:
            raise ValueError

        served.host.studio = Studio(fault, Inline())
        message = people[0].newest("private")
        assert (await people[0].picture("private", message)).status_code == 204
        assert "Hand (13)" in text(message)


async def ended(served: Served, people: list[Visitor]) -> Visitor:
    """A deal that is over; who has gone out."""
    await dealt(*people)
    await served.alter(about_to_end)
    for person in people:
        await person.quiet()
    player = next(p for p in people if "Your turn" in text(p.newest("private")))
    for label in (STOCK, LAY, KING, DISCARD):
        await player.tap("private", label)
    return player


async def test_a_result_is_to_be_read_from_its_first_line_and_a_hand_is_not() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        player = await ended(served, people)
        assert [player.newest(thread)["report"] for thread in ("group", "private")] == [True, True]
        for person in people:
            await person.tap("private", "Next deal")
        await player.quiet()
        assert [player.newest(thread)["report"] for thread in ("group", "private")] == [
            False,
            False,
        ]


async def test_a_result_that_stays_to_be_read_keeps_its_picture() -> None:
    async with serving() as served, visiting(served, "Anna", "Bruno") as people:
        player = await ended(served, people)
        result = player.newest("group")
        for person in people:
            await person.tap("private", "Next deal")
        kept = player.threads["group"][result["id"]]
        assert kept["rows"] == []
        assert kept["picture"] == result["picture"]
        assert (await player.picture("group", kept)).status_code == 200


def _draws_into(served: Served, drawn: list[Picture]) -> None:
    def noted(picture: Picture) -> bytes:
        drawn.append(picture)
        return png(picture)

    served.host.studio = Studio(noted, Inline())

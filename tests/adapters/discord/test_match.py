"""A whole match on Discord, only by tapping: a deal in private, the next in the channel."""

from __future__ import annotations

from bot.game import Game
from engine.record import read, replay
from tests.adapters.agreed import Agreed
from tests.adapters.discord.crowd import Crowd
from tests.adapters.discord.player import choices, parts, text
from tests.adapters.discord.rig import running
from tests.adapters.discord.scenes import play


async def test_a_match_of_several_deals_to_the_target_with_a_restart_between() -> None:
    async with running() as rig:
        crowd = Crowd(rig, Agreed(Game("common", (), "t500"), 0, "it"), 3)
        oracle = await crowd.seated()
        deals = 0
        while (await rig.state()).phase != "over":
            await play(rig, crowd.people, 300, private=deals % 2 == 0)
            oracle.look()
            deals += 1
            if (await rig.state()).phase == "over":
                break
            await rig.restart()
            for person in crowd.people:
                await person.press("Prossima smazzata")
            await rig.quiet()
        assert deals > 1
        result = rig.channel.last_message
        assert result is not None
        labels = [choice.label for choice in choices(parts(result))]
        assert "Rivincita" in labels
        anna, bruno = crowd.people
        board = text(parts(await bruno.slash("leaderboard")))
        assert "Anna" in board
        assert "Bruno" in board
        given = (await anna.slash("record")).attachments[0]
        record = read((await given.read()).decode())
        assert len(record.deals) == deals
        assert replay(record) == (await rig.state()).match
        assert rig.env.errors == []

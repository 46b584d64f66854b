"""The pure table before a match: who opens, who sits, what is agreed on."""

from __future__ import annotations

from bot import requests as rq
from bot.requests import Person, Place
from tests.bot.driver import ANNA, BRUNO, CHIARA, CODE, DARIO, EVA, GROUP, Driver


def test_open_seats_who_can_be_written_to_and_makes_them_the_host() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    assert game.phase == "lobby"
    assert [s.person for s in game.table.seats] == ["tg:1", None, None, None]
    assert (game.table.host, game.table.lang) == ("tg:1", "it")


def test_two_openings_make_one_table() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    before = game.table
    game.ask(BRUNO, rq.Open(), table=None)
    assert game.table.seats == before.seats
    assert game.table.host == "tg:1"
    assert game.table.bottom == before.bottom + 1


def test_open_in_private_is_refused() -> None:
    game = Driver()
    assert game.code(ANNA, rq.Open(), place=Place("tg:1", private=True)) == "only_in_group"
    assert game.phase == "idle"


def test_join_is_idempotent_and_full_tables_refuse() -> None:
    game = Driver().seated()
    assert game.code(BRUNO, rq.Join()) == "already_seated"
    assert game.code(EVA, rq.Join()) == "table_full"
    assert game.table.seat_of("tg:5") is None


def test_who_cannot_be_written_to_gets_a_link_that_works_only_for_them() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    outcome = game.ask(BRUNO, rq.Join(), reachable=False)
    assert outcome.notice is not None
    assert outcome.notice.code == "open_private"
    token = outcome.link
    assert token
    assert game.ask(BRUNO, rq.Join(), reachable=False).link == token
    private = Place("tg:9", private=True)
    assert game.code(EVA, rq.Enter(token), place=private) == "link_not_yours"
    assert game.table.seat_of("tg:5") is None
    assert game.code(BRUNO, rq.Enter(token), place=private) == "seated"
    assert game.table.waiting == ()
    assert game.code(EVA, rq.Enter(token), place=private) == "link_old"


def test_a_link_for_a_table_that_has_filled_up_says_so() -> None:
    game = Driver().seated(2)
    game.ask(ANNA, rq.Leave())
    token = game.ask(CHIARA, rq.Join(), reachable=False).link
    assert token
    game.ask(DARIO, rq.Join())
    assert game.code(CHIARA, rq.Enter(token)) == "table_full"


def test_c25_an_outsider_cannot_join_with_a_forged_button() -> None:
    game = Driver().seated(2)
    game.ask(BRUNO, rq.Leave())
    elsewhere = Place("tg:-999", "Another group")
    for what in (rq.Join(), rq.Start(), rq.Resize(4), rq.StopMatch(), rq.Show(), rq.Open()):
        before = game.table
        assert game.code(EVA, what, place=elsewhere) == "only_in_group"
        assert game.table is before


def test_c27_only_the_host_or_an_admin_starts_and_resizes() -> None:
    game = Driver().seated(2)
    assert game.code(BRUNO, rq.Start()) == "not_host"
    assert game.code(BRUNO, rq.Resize(4)) == "not_host"
    assert game.code(EVA, rq.Start(), admin=True) == "started"
    assert game.phase == "deal"


def test_c19_the_host_leaves_and_the_role_passes_on() -> None:
    game = Driver().seated()
    game.ask(ANNA, rq.Leave())
    assert (game.table.host, game.table.host_name) == ("tg:2", "Bruno")
    for person in (BRUNO, CHIARA, DARIO):
        game.ask(person, rq.Leave())
    assert game.table.host is None
    game.ask(EVA, rq.Join())
    assert game.table.host == "tg:5"


def test_an_anonymous_admin_opens_and_the_first_to_sit_is_the_host() -> None:
    game = Driver()
    game.ask(Person("", "Friday cards"), rq.Open(), admin=True, reachable=False, table=None)
    assert game.phase == "lobby"
    assert game.table.host is None
    game.ask(BRUNO, rq.Join())
    assert game.table.host == "tg:2"


def test_start_with_empty_seats_says_how_many_are_missing() -> None:
    game = Driver().seated()
    game.ask(DARIO, rq.Leave())
    outcome = game.ask(ANNA, rq.Start())
    assert outcome.notice is not None
    assert (outcome.notice.code, outcome.notice.facts) == ("seats_missing", {"count": 1})


def test_change_of_side_needs_a_free_seat_there() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    game.ask(BRUNO, rq.Join())
    game.ask(BRUNO, rq.ChangeSide(0))
    assert game.table.seat_of("tg:2") == 2
    game.ask(BRUNO, rq.ChangeSide(0))
    assert game.table.seat_of("tg:2") == 2
    game.ask(CHIARA, rq.Join())
    assert game.code(CHIARA, rq.ChangeSide(0)) == "side_full"


def test_two_players_play_to_1000_and_four_to_1500() -> None:
    game = Driver().seated(2)
    assert (len(game.table.seats), game.table.rules.target_score) == (2, 1000)
    game.ask(ANNA, rq.Resize(4))
    assert (len(game.table.seats), game.table.rules.target_score) == (4, 1500)
    game.ask(CHIARA, rq.Join())
    assert game.code(ANNA, rq.Resize(2)) == "too_many_people"
    assert game.code(ANNA, rq.Resize(3)) == "unknown_button"


def test_the_lobby_agrees_on_preset_toggles_and_length() -> None:
    game = Driver().seated()
    assert game.code(BRUNO, rq.ChoosePreset("modern")) == "not_host"
    assert game.code(BRUNO, rq.ShowMenu("preset")) == "not_host"
    game.ask(ANNA, rq.ShowMenu("preset"))
    assert game.table.menu == "preset"
    game.ask(ANNA, rq.ChoosePreset("pinella"))
    assert (game.table.menu, game.table.rules.black_twos) == ("", "pinella")
    for _ in range(2):
        game.ask(ANNA, rq.SetToggle("joker_30", True))
        assert game.table.rules.joker_value == 30
    game.ask(ANNA, rq.ChooseLength("d3"))
    assert (game.table.rules.match_mode, game.table.rules.fixed_hands) == ("fixed_hands", 3)
    game.ask(ANNA, rq.SetToggle("joker_30", False))
    assert game.table.rules.joker_value == 25
    assert game.code(ANNA, rq.Start()) == "started"
    assert game.code(ANNA, rq.ChoosePreset("modern")) == "match_running"


def test_a_toggle_that_sets_the_same_option_replaces_the_other() -> None:
    game = Driver().seated()
    game.ask(ANNA, rq.SetToggle("stakes_fixed", True))
    game.ask(ANNA, rq.SetToggle("stakes_per_point", True))
    assert game.table.game.toggles == ("stakes_per_point",)


def test_forged_choices_are_refused() -> None:
    game = Driver().seated()
    before = game.table
    for what in (
        rq.ChoosePreset("mine"),
        rq.SetToggle("cheat", True),
        rq.ChooseLength("t7"),
        rq.ChooseLength("d999"),
        rq.ShowMenu("secrets"),
    ):
        assert game.code(ANNA, what) == "unknown_button"
    assert game.code(ANNA, rq.SetToggle("head_to_head", True)) == "unknown_button"
    assert game.table is before


def test_a_chat_opens_the_next_table_with_the_game_it_played_last() -> None:
    game = Driver().seated()
    game.ask(ANNA, rq.ChoosePreset("classic"))
    game.ask(ANNA, rq.StopMatch())
    game.ask(BRUNO, rq.Open(), table=None)
    assert game.table.game.preset == "classic"
    assert game.table.rules.deal_size == 12


def test_the_place_of_a_new_table_is_the_chat() -> None:
    game = Driver()
    game.ask(ANNA, rq.Open(), table=None)
    assert (game.table.code, game.table.place) == (CODE, GROUP.id)

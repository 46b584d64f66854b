"""Rules: every option of the game as validated, frozen data (RULES.md sections 7 and 12).

A variant is a `Rules` value, never a subclass. The defaults are the preset `common`; the other
presets and the toggles live in `engine.presets`.

>>> rules = Rules()
>>> rules.sides, rules.side_of(3), rules.next_seat(3), len(rules.pack)
(((0, 2), (1, 3)), 1, 0, 108)
>>> Rules(players=3, partnership="solo", players_allowed=(2, 3, 4)).sides
((0,), (1,), (2,))
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from functools import cached_property
from typing import Annotated, Any, Literal, Self

from annotated_types import Ge, Le
from pydantic import Strict, model_validator

from engine.cards import FACES, JOKER, SUITS, Card
from engine.clauses import (
    CleanRun,
    Count,
    Flag,
    Frozen,
    InHandReward,
    NoMeldPenalty,
    OutRequirement,
)
from engine.runs import RunOrder

Positive = Annotated[int, Strict(), Ge(1)]
Money = Annotated[int, Strict(), Ge(0)] | Annotated[float, Strict(), Ge(0)]

RowWay = Literal["new_meld", "extend", "swap_own", "swap_opp"]

__all__ = [
    "CleanRun",
    "InHandReward",
    "NoMeldPenalty",
    "OutRequirement",
    "RowWay",
    "Rules",
    "RulesError",
]


class RulesError(ValueError):
    """Options that do not exist or do not go together; the text names what is allowed."""


class Rules(Frozen):
    """All options of one game. Raises pydantic.ValidationError where they do not go together.

    The groups are those of RULES.md section 7, in the order in which the engine meets them.
    """

    # --- A. table and deal -------------------------------------------------------------------

    players: Annotated[int, Strict(), Ge(2), Le(4)] = 4
    """Seats at the table, numbered clockwise from 0."""
    players_allowed: tuple[Annotated[int, Strict(), Ge(2), Le(4)], ...] = (2, 4)
    """The table sizes on offer."""
    partnership: Literal["pairs", "solo"] = "pairs"
    """pairs: seats 0 and 2 against 1 and 3, one score and one meld area for each side (four
    players only). solo: every player is a side."""
    deal_size: Annotated[int, Strict(), Ge(7), Le(19)] = 13
    """Cards dealt to each player."""
    deal_sizes_allowed: tuple[Annotated[int, Strict(), Ge(7), Le(19)], ...] = (13,)
    """The values on offer for deal_size."""
    deal_direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    """The way round the cards are dealt, one at a time, beginning next to the dealer. It matters
    only for replaying a known order of the pack."""
    first_dealer: Literal["random", "seat"] = "random"
    """Who deals first. random: drawn by lot. seat: the player at seat 0."""
    dealer_rotation: Literal["left", "right", "fixed"] = "left"
    """Where the deal goes next. left: to the next seat clockwise."""
    play_direction: Literal["clockwise", "anticlockwise"] = "clockwise"
    """The order of turns."""
    first_player: Literal["after_dealer", "dealer"] = "after_dealer"
    """Who begins a deal. after_dealer: the next seat in play_direction."""
    upcard: Flag = True
    """Is a card turned up to start the row? It counts as a discard."""

    # --- B. pack -----------------------------------------------------------------------------

    decks: Annotated[int, Strict(), Ge(1), Le(3)] = 2
    """Packs of 52 cards shuffled together."""
    jokers: Annotated[int, Strict(), Ge(0), Le(4)] = 4
    """Jokers added, in total."""
    red_twos: Flag = True
    """Are 2h and 2d in the pack?"""
    black_twos: Literal["natural", "pinella"] = "natural"
    """natural: 2s and 2c are ordinary cards. pinella: they are wild, never themselves."""
    run_two: Literal["present", "skipped", "by_suit"] = "present"
    """present: the 2 stands between Ace and 3 in a run. skipped: Ace and 3 are neighbours and
    nothing may stand for a 2. by_suit: present in the red suits, skipped in the black ones."""

    # --- C. card values ----------------------------------------------------------------------

    ace_value: Count = 15
    """Points of an Ace, wherever it lies."""
    ten_from: Annotated[int, Strict(), Ge(6), Le(8)] = 6
    """Lowest number card worth high_value."""
    high_value: Count = 10
    """Points of the cards from ten_from to the King."""
    low_value: Count = 5
    """Points of the cards below ten_from, a natural 2 included."""
    joker_value: Count = 25
    """Points of a joker, in hand and on the table."""
    pinella_value: Count = 20
    """Points of a pinella, in hand and on the table; unused where 2s are natural."""
    wild_meld_value: Literal["own", "represented"] = "own"
    """What a wild adds to its meld: its own points, or those of the card it stands for."""

    # --- D. drawing --------------------------------------------------------------------------

    row_take: Literal["any_card", "last_only"] = "any_card"
    """any_card: a player may choose any open card of the row and takes all cards to its right
    along. last_only: only the newest card."""
    row_block: Literal["none", "incl_wild", "before_only"] = "none"
    """What a wild in the row does. incl_wild: it and all cards to its left cannot be chosen.
    before_only: the wild itself can."""
    row_obligation: Literal["always", "not_for_last", "none"] = "always"
    """Must the chosen card reach the table? not_for_last: unless it was the newest card."""
    row_obligation_timing: Literal["this_turn", "first_action"] = "this_turn"
    """When it must. first_action: with the first action after the draw."""
    row_obligation_ways: tuple[RowWay, ...] = ("new_meld", "extend", "swap_own")
    """Which actions pay that duty."""
    row_needs_open: Flag = False
    """May only a player who has opened take from the row?"""
    stock_empty: Literal["reshuffle_row", "row_or_stop", "stop_after_last"] = "reshuffle_row"
    """reshuffle_row: a player who needs a stock card turns the row, save its last card, into a
    new stock. row_or_stop: the player takes from the row or the deal stops. stop_after_last: the
    deal stops with the turn in which the last stock card was drawn."""
    stall_turns: Positive | None = None
    """The deal stops after so many turns on end in which nobody lays a card; None: never."""
    stopped_hand: Literal["score", "void"] = "score"
    """score: a stopped deal is scored, without a reward for going out. void: nobody scores."""

    # --- E. melds ----------------------------------------------------------------------------

    min_meld_size: Annotated[int, Strict(), Ge(3), Le(4)] = 3
    """Fewest cards of a meld."""
    set_max: Annotated[int, Strict(), Ge(3), Le(4)] = 4
    """Most cards of a set; a full set is closed."""
    ace_both_ends: Flag = True
    """May one run have an Ace at either end? Low or high it may be in any case."""
    round_the_corner: Flag = False
    """May a run pass through the Ace (K A 2)?"""
    min_naturals: Annotated[int, Strict(), Ge(0), Le(3)] = 1
    """Fewest natural cards of a meld; melds of wilds only follow all_joker_set alone."""
    max_wilds: Count | None = None
    """Most wilds in one meld; None: no limit."""
    all_joker_set: Literal["none", "four"] = "none"
    """four: four jokers laid at once are a closed meld and stand for nothing."""
    set_wild_suit: Literal["declared", "open"] = "declared"
    """declared: a wild in a set stands for one named suit. open: for any missing one."""
    wild_slide: Flag = False
    """May a wild move to another place in its run when the run grows?"""
    opening_min_points: Count = 0
    """Fewest points of a player's first meld of a deal."""

    # --- F. adding and swapping --------------------------------------------------------------

    add_own: Literal["always"] = "always"
    """When a player may add to melds that are his own."""
    add_partner: Literal["always", "after_open", "never"] = "after_open"
    """When he may add to his partner's melds."""
    add_opponents: Literal["never", "allowed"] = "never"
    """May he add to other sides' melds? The cards then score for their owner."""
    swap_joker_from: Literal["never", "own_side", "any_meld"] = "any_meld"
    """Whose melds may lose a joker by a swap."""
    swap_pinella_from: Literal["never", "own_side", "any_meld"] = "never"
    """Whose melds may lose a pinella by a swap."""
    swap_needs_open: Flag = True
    """May only a player who has opened swap?"""
    reuse_joker: Literal["same_turn", "may_keep"] = "same_turn"
    """same_turn: a joker swapped out must be laid again in the same turn."""
    reuse_pinella: Literal["same_turn", "may_keep"] = "same_turn"
    """The same for a pinella."""

    # --- G. discarding and going out ---------------------------------------------------------

    discard_wild: Flag = True
    """May wilds be discarded?"""
    discard_taken_card: Flag = False
    """May the chosen row card be discarded in the turn in which it was taken?"""
    discard_fitting: Flag = True
    """May a card be discarded that fits a meld on the table?"""
    out_discard: Literal["optional", "required"] = "optional"
    """required: the last card must be discarded, so every table action leaves one card."""
    out_requirement: OutRequirement | None = None
    """What must have been shown before a hand may become empty; None: nothing."""
    out_requirement_scope: Literal["side", "player"] = "side"
    """Whose melds count for it."""
    out_poker_clean: Flag = False
    """Must the poker of the requirement be without wilds?"""
    no_out_first_round: Flag = False
    """Is going out forbidden before everybody has had a turn?"""

    # --- H. scoring --------------------------------------------------------------------------

    poker_factor: Positive = 2
    """Factor of a poker."""
    poker_clean_only: Flag = True
    """Does the factor need a poker without wilds?"""
    run_factors: tuple[tuple[Positive, Positive], ...] = ((6, 2),)
    """Pairs of a length and the factor that clean runs have from there on; the greatest length
    reached counts."""
    all_joker_points: Count | None = None
    """Points of the four-joker set; None: what its cards are worth."""
    pinnacolone_min: Annotated[int, Strict(), Ge(3), Le(14)] | None = 14
    """Fewest cards of the clean run that is a Pinnacolone; None: there is none."""
    pinnacolone_points: Count | None = None
    """Points of that meld in place of its cards; None: as any clean run."""
    pinnacolone_wins: Literal["match", "hand", "no"] = "match"
    """What it ends when it lies complete on the table: match, deal (`hand`) or nothing."""
    out_bonus: Count = 100
    """Points for going out."""
    in_hand_reward: InHandReward = InHandReward(type="bonus", amount=200)
    """What changes when the closer had laid nothing in any earlier turn."""
    no_meld_penalty: NoMeldPenalty = NoMeldPenalty(type="double_hand")
    """What it costs to have nothing on the table."""

    # --- I. match and stakes -----------------------------------------------------------------

    match_mode: Literal["single_hand", "target", "fixed_hands"] = "target"
    """When the match ends; tested after each deal."""
    target_score: Positive = 1500
    """The total to reach in the mode `target`."""
    target_test: Literal["at_least", "more_than"] = "at_least"
    """Is the target reached, or must it be passed?"""
    fixed_hands: Positive | None = None
    """Number of deals in the mode `fixed_hands`."""
    match_tie: Literal["extra_hand", "draw"] = "extra_hand"
    """What equal best totals mean when the match should end: another deal, or no winner."""
    settlement: Literal["none", "fixed", "per_point"] = "none"
    """fixed: every loser pays the winner `stake`. per_point: the difference of the totals times
    `point_rate`."""
    stake: Money = 1
    """Amount of `fixed`."""
    point_rate: Money = 1
    """Amount for each point of `per_point`."""

    # --- what goes together (section 12) -----------------------------------------------------

    @model_validator(mode="after")
    def _consistent(self) -> Self:
        for wrong, text in (
            (
                self.players not in self.players_allowed,
                f"players can only be one of players_allowed: {_list(self.players_allowed)}",
            ),
            (
                self.partnership == "pairs" and self.players != 4,
                "partnership can only be solo unless players is 4",
            ),
            (
                self.deal_size not in self.deal_sizes_allowed,
                f"deal_size can only be one of deal_sizes_allowed: "
                f"{_list(self.deal_sizes_allowed)}",
            ),
            (
                self.black_twos == "pinella" and not self.red_twos and self.run_two != "skipped",
                "run_two can only be skipped where black_twos is pinella and red_twos is false",
            ),
            (
                self.black_twos == "natural" and not (self.red_twos and self.run_two == "present"),
                "red_twos can only be true and run_two present where black_twos is natural",
            ),
            (
                self.all_joker_set == "four" and self.jokers < 4,
                "jokers can only be 4 where all_joker_set is four",
            ),
            (
                (self.pinnacolone_min or 0) > self.full_run,
                f"pinnacolone_min can be at most {self.full_run}, the longest run",
            ),
            (
                self.pinnacolone_points is not None and self.pinnacolone_min is None,
                "pinnacolone_points needs pinnacolone_min",
            ),
            (
                self.match_mode == "fixed_hands" and self.fixed_hands is None,
                "fixed_hands is needed where match_mode is fixed_hands",
            ),
            (
                self.set_max < self.min_meld_size,
                f"set_max can only be {self.min_meld_size} or more: min_meld_size",
            ),
            (
                self.row_obligation != "none" and not self.row_obligation_ways,
                "row_obligation_ways cannot be empty unless row_obligation is none",
            ),
            (
                self.players * (self.deal_size + 1) + 1 > len(self.pack),
                f"deal_size {self.deal_size} leaves too few of the {len(self.pack)} cards in the "
                f"stock for {self.players} players",
            ),
        ):
            if wrong:
                raise ValueError(text)
        return self

    # --- as a value ---------------------------------------------------------------------------

    def model_copy(self, *, update: Mapping[str, Any] | None = None, deep: bool = False) -> Self:
        """Rules with some options changed, validated; nothing worked out before comes along."""
        return type(self).model_validate({**self._options(), **(update or {})})

    def __getstate__(self) -> dict[Any, Any]:
        state = super().__getstate__()
        return {**state, "__dict__": self._options()}

    def _options(self) -> dict[str, Any]:
        return {option: getattr(self, option) for option in type(self).model_fields}

    @cached_property
    def _hash(self) -> int:
        return hash(tuple(self._options().values()))

    def __hash__(self) -> int:
        return self._hash

    def __repr_args__(self) -> Iterator[tuple[str, object]]:
        """Only what differs from `common`."""
        for option, facts in type(self).model_fields.items():
            if getattr(self, option) != facts.default:
                yield option, getattr(self, option)

    # --- seats and sides ---------------------------------------------------------------------

    @cached_property
    def sides(self) -> tuple[tuple[int, ...], ...]:
        """The seats of each side, by side."""
        if self.partnership == "pairs":
            return ((0, 2), (1, 3))
        return tuple((seat,) for seat in range(self.players))

    def side_of(self, seat: int) -> int:
        """The side of a seat."""
        return seat % 2 if self.partnership == "pairs" else seat

    def next_seat(self, seat: int) -> int:
        """The seat whose turn follows (in play_direction)."""
        return (seat + (1 if self.play_direction == "clockwise" else -1)) % self.players

    # --- pack --------------------------------------------------------------------------------

    @cached_property
    def copies(self) -> tuple[int, ...]:
        """How often each of the 53 faces is in the pack, by face."""
        return tuple(
            self.jokers
            if face.is_joker
            else 0
            if face.rank == 2 and face.suit in "hd" and not self.red_twos
            else self.decks
            for face in FACES
        )

    @cached_property
    def pack(self) -> tuple[Card, ...]:
        """All cards of the game, sorted."""
        return tuple(face for face in FACES for _ in range(self.copies[face]))

    @cached_property
    def wilds(self) -> tuple[bool, ...]:
        """Is the face a wild? By face."""
        pinelle = self.black_twos == "pinella"
        return tuple(
            face.is_joker or (pinelle and face.rank == 2 and face.suit in "sc") for face in FACES
        )

    @cached_property
    def wild_faces(self) -> tuple[Card, ...]:
        """The faces that are wild and in the pack, sorted."""
        return tuple(face for face in FACES if self.wilds[face] and self.copies[face])

    @cached_property
    def values(self) -> tuple[int, ...]:
        """Points of each face, by face (RULES.md 7 C)."""
        return tuple(
            self.joker_value
            if face.is_joker
            else self.pinella_value
            if self.wilds[face]
            else self.ace_value
            if face.rank == 1
            else self.high_value
            if face.rank >= self.ten_from
            else self.low_value
            for face in FACES
        )

    def is_wild(self, card: Card) -> bool:
        """Is it a joker, or a black 2 where those are pinelle?"""
        return self.wilds[card]

    def is_pinella(self, card: Card) -> bool:
        """Is it a wild that is no joker?"""
        return card != JOKER and self.wilds[card]

    def value(self, card: Card) -> int:
        """Points of a card in hand."""
        return self.values[card]

    # --- runs --------------------------------------------------------------------------------

    @cached_property
    def run_orders(self) -> tuple[RunOrder, ...]:
        """The run order of each suit, by suit as in `SUITS`."""
        return tuple(
            RunOrder(
                tuple(
                    FACES[13 * suit + rank % 13]
                    for rank in range(14)
                    if rank != 1 or self.two_in_play(FACES[13 * suit + 1])
                ),
                corner=self.round_the_corner,
                both_ends=self.ace_both_ends,
            )
            for suit in range(len(SUITS))
        )

    def two_in_play(self, card: Card) -> bool:
        """May the meaning of a card in a meld be this 2 (`run_two`)?"""
        return self.run_two == "present" or (self.run_two == "by_suit" and card.suit in "hd")

    @property
    def full_run(self) -> int:
        """The most cards a run can have."""
        return (13 if self.run_two == "skipped" else 14) - (not self.ace_both_ends)


def _list(values: tuple[int, ...]) -> str:
    return ", ".join(map(str, values))

"""Cards and melds in words and on labels.

In text the red suits have their colour; on coloured buttons every suit is an outline, because a
red sign on blue, green or red cannot be seen. Black suits are always outlines: the filled ones
are drawn as black pictures on dark screens.

>>> from engine.cards import cards, placed
>>> TEXT.cards(cards("9sTh2d*"))
'9♤ 10♥️ 2♦️ 🃏'
>>> LABEL.laid(placed("5h6h7h8h"))
'5–8♡'
>>> TEXT.laid(placed("4d*=5d6d"))
'4–6♦️ (🃏5)'
>>> TEXT.laid(placed("JsJh*=Jc"))
'J♤♥️ 🃏=J♧'

Who cannot tell the colours apart, or has the screen read aloud, may have letters instead of signs.

>>> letters = Script(letters="SHCD", joker="joker")
>>> letters.laid(placed("JsJh*=Jc")), letters.laid(placed("4d*=5d6d"))
('JSH joker=JC', '4–6D (joker 5)')
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Final

from bot.texts import Texts
from engine.cards import SUITS, Card, Placed
from engine.melds import Meld
from engine.rules import Rules

COLOURED: Final = {"s": "♤", "h": "♥️", "c": "♧", "d": "♦️"}
OUTLINE: Final = {"s": "♤", "h": "♡", "c": "♧", "d": "♢"}
JOKER_SIGN: Final = "🃏"
PINELLA_SIGN: Final = "★"
RANK_SIGNS: Final = ("", "A", "2", "3", "4", "5", "6", "7", "8", "9", "10", "J", "Q", "K")


@dataclass(frozen=True, slots=True)
class Script:
    """How cards are written.

    Red suits in colour or all as outlines; `letters` for the suits in the order ♤ ♥ ♧ ♦ instead
    of signs, and then words for `joker` and `pinella`. `pinelle`: are black twos wild?
    """

    coloured: bool = True
    pinelle: bool = False
    letters: str = ""
    joker: str = JOKER_SIGN
    pinella: str = PINELLA_SIGN

    @classmethod
    def of(cls, rules: Rules) -> Script:
        """The script for a table with these rules, as everybody reads it in the group."""
        return cls(pinelle=rules.black_twos == "pinella")

    @classmethod
    def for_reader(cls, rules: Rules, suits: str, texts: Texts) -> Script:
        """The script of a person whose suits are `colours`, `outline` or `letters`."""
        script = cls.of(rules)
        if suits == "letters":
            return replace(
                script,
                letters=texts.pgettext("the letters of spades, hearts, clubs, diamonds", "SHCD"),
                joker=texts.pgettext("card", "joker"),
                pinella=texts.pgettext("card", "wild"),
            )
        return script.outlined() if suits == "outline" else script

    def outlined(self) -> Script:
        """The same for a coloured button."""
        return replace(self, coloured=False)

    def suit(self, suit: str) -> str:
        """The sign of a suit, or its letter."""
        if self.letters:
            return self.letters[SUITS.index(suit)]
        return (COLOURED if self.coloured else OUTLINE)[suit]

    def is_wild(self, card: Card) -> bool:
        """Is the card a joker or, where they are wild, a black two?"""
        return card.is_joker or (self.pinelle and card.rank == 2 and card.suit in "sc")

    def natural(self, card: Card) -> str:
        """Rank and suit, whatever the card may stand for."""
        return self.joker if card.is_joker else RANK_SIGNS[card.rank] + self.suit(card.suit)

    def card(self, card: Card) -> str:
        """One card: `10♥️`, `🃏`, `★2♤`."""
        if card.is_joker or not self.is_wild(card):
            return self.natural(card)
        return self._pinella(card)

    def _pinella(self, card: Card) -> str:
        if self.letters:
            return f"{self.pinella} {self.suit(card.suit)}"
        return self.pinella + self.natural(card)

    def cards(self, cards: Iterable[Card]) -> str:
        """Cards one after another."""
        return " ".join(self.card(card) for card in cards)

    def placed(self, placed: Placed) -> str:
        """A card as it is laid: a wild says what it stands for."""
        if placed.stands_for is None:
            return self.card(placed.card)
        wild = self.joker if placed.card.is_joker else self._pinella(placed.card)
        return f"{wild}={self.natural(placed.stands_for)}"

    def placed_all(self, cards: Iterable[Placed]) -> str:
        """Laid cards one after another."""
        return " ".join(self.placed(p) for p in cards)

    def laid(self, cards: Sequence[Placed]) -> str:
        """A meld in short: a run by its ends, a set by its rank; the wilds after it."""
        meanings = [p.meaning for p in cards]
        if any(m.is_joker for m in meanings):
            if all(m.is_joker for m in meanings) and not self.letters:
                return self.joker * len(meanings)
            return self.placed_all(cards)
        wilds = [p for p in cards if p.stands_for is not None]
        if len({m.rank for m in meanings}) == 1 and len(meanings) > 1:
            naturals = sorted(p.card for p in cards if p.stands_for is None)
            rank = RANK_SIGNS[meanings[0].rank]
            text = rank + "".join(self.suit(c.suit) for c in naturals)
            return " ".join([text, *(self.placed(w) for w in wilds)])
        if len(meanings) < 3 or len({m.suit for m in meanings}) != 1:
            return self.placed_all(cards)
        if _downwards(meanings[0].rank, meanings[1].rank):
            meanings.reverse()
        ends = f"{RANK_SIGNS[meanings[0].rank]}–{RANK_SIGNS[meanings[-1].rank]}"
        text = ends + self.suit(meanings[0].suit)
        if not wilds:
            return text
        return f"{text} ({' '.join(self._in_run(w) for w in wilds)})"

    def meld(self, meld: Meld) -> str:
        """A recognised meld in short."""
        return self.laid(meld.cards)

    def joining(self, cards: Iterable[Placed], meld: Meld) -> str:
        """Cards added to a meld; beside a run the suit of a wild goes without saying: `🃏8`."""
        if meld.kind != "run":
            return self.placed_all(cards)
        return " ".join(
            self.card(p.card) if p.stands_for is None else self._in_run(p) for p in cards
        )

    def _in_run(self, wild: Placed) -> str:
        sign = self.joker if wild.card.is_joker else self.pinella
        return sign + (" " if self.letters else "") + RANK_SIGNS[wild.meaning.rank]

    def by_suit(self, cards: Iterable[Card]) -> list[str]:
        """A hand in groups, the suit once and then its ranks; the wilds last.

        >>> TEXT.by_suit((Card(8), Card(9), Card(15), Card(52)))
        ['♤ 9 10', '♥️ 3', '🃏']
        """
        groups = groupby(sorted_by(cards, "suit", self), key=self._group)
        found: list[str] = []
        for suit, group in groups:
            held = list(group)
            if suit == len(SUITS):
                found.append(self.cards(held))
            else:
                ranks = " ".join(RANK_SIGNS[c.rank] for c in held)
                found.append(f"{self.suit(SUITS[suit])} {ranks}")
        return found

    def _group(self, card: Card) -> int:
        return len(SUITS) if self.is_wild(card) else SUITS.index(card.suit)

    def in_words(self, cards: Iterable[Card], sort: str) -> str:
        """A hand with a dot between its suits (or, by rank, between its ranks)."""
        held = sorted_by(cards, sort, self)
        if sort == "suit":
            groups = [list(g) for _, g in groupby(held, key=self._group)]
        else:
            groups = [
                list(g) for _, g in groupby(held, key=lambda c: 0 if self.is_wild(c) else c.rank)
            ]
        return " · ".join(self.cards(group) for group in groups)


def _downwards(first: int, second: int) -> bool:
    """Does a run that begins with these ranks go downwards? After K it may go on with A upwards."""
    return first - second in (1, 2) or (first, second) == (1, 13)


def sorted_by(cards: Iterable[Card], sort: str, script: Script) -> list[Card]:
    """A hand as it is shown: by `suit` (♤ ♥ ♧ ♦) or by `rank`, Ace first, the wilds last."""

    def key(card: Card) -> tuple[int, int, int]:
        if script.is_wild(card):
            return (1, int(card.is_joker), card)
        suit = SUITS.index(card.suit)
        return (0, suit, card.rank) if sort == "suit" else (0, card.rank, suit)

    return sorted(cards, key=key)


TEXT: Final = Script(coloured=True)
"""For message text and for buttons without colour, without pinelle."""
LABEL: Final = Script(coloured=False)
"""For coloured buttons, without pinelle."""

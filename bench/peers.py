"""Other programs that do the same, in a process and an environment of their own.

`python -m bench.peers`, with the Python of `.venv-bench`, reads `name amount` from each line, lets
that peer do so much and answers with a line of JSON: `[count, seconds of CPU time]`. The project's
own environment knows none of them; `Peers` is its side of the pipe.
"""

from __future__ import annotations

import json
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import cycle, islice
from pathlib import Path
from random import Random
from types import TracebackType
from typing import Any, Final, Self

from bench.measure import Round, Sample

HOUSE: Final = Path(__file__).parents[1]
SIZES: Final = (13, 20, 30, 40)
"""The sizes of hands whose melds are found."""
PYTHON: Final = HOUSE / ".venv-bench" / "bin" / "python"


class Peers:
    """The peers' process; a context manager."""

    def __init__(self, python: Path = PYTHON) -> None:
        self._process = subprocess.Popen(
            [str(python), "-m", "bench.peers"],
            cwd=HOUSE,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        self._process.communicate()

    def round(self, name: str, amount: int) -> Round:
        """A round of the peer of this name. Raises RuntimeError when the process has ended."""

        def run() -> Sample:
            assert self._process.stdin is not None
            assert self._process.stdout is not None
            print(name, amount, file=self._process.stdin, flush=True)
            answer = self._process.stdout.readline()
            if not answer:
                raise RuntimeError(f"the peers' process has ended while running {name}")
            count, seconds = json.loads(answer)
            return Sample(count, seconds)

        return run


# --- in the peers' process ------------------------------------------------------------------------


def spiel_play() -> Callable[[int], int]:
    """Whole deals of open_spiel's gin rummy: legal actions listed, one taken by chance."""
    import pyspiel

    game = pyspiel.load_game("gin_rummy")
    chance = Random(1)

    def play(deals: int) -> int:
        count = 0
        for _ in range(deals):
            state = game.new_initial_state()
            while not state.is_terminal():
                if state.is_chance_node():
                    # A card is dealt or turned: no decision of a player, so it is not counted.
                    outcomes = state.chance_outcomes()
                    state.apply_action(outcomes[chance.randrange(len(outcomes))][0])
                    continue
                actions = state.legal_actions()
                state.apply_action(actions[chance.randrange(len(actions))])
                count += 1
        return count

    return play


def spiel_apply() -> Callable[[int], int]:
    """Recorded deals of the same applied once more, what chance did in them included."""
    import pyspiel

    game, chance = pyspiel.load_game("gin_rummy"), Random(1)
    recorded = []
    for _ in range(50):
        state = game.new_initial_state()
        while not state.is_terminal():
            actions = state.legal_actions()
            state.apply_action(actions[chance.randrange(len(actions))])
        recorded.append(state.history())

    def replay(deals: int) -> int:
        count = 0
        for history in islice(cycle(recorded), deals):
            state = game.new_initial_state()
            for action in history:
                state.apply_action(action)
            count += len(history)
        return count

    return replay


def rlcard_play() -> Callable[[int], int]:
    """Whole deals of rlcard's gin rummy by its game itself, without what it draws for learners."""
    import rlcard

    game = rlcard.make("gin-rummy").game
    chance = Random(1)

    def play(deals: int) -> int:
        count = 0
        for _ in range(deals):
            game.init_game()
            while not game.is_over():
                actions = game.judge.get_legal_actions()
                game.step(actions[chance.randrange(len(actions))])
                count += 1
        return count

    return play


def rlcard_env() -> Callable[[int], int]:
    """The same by rlcard's environment, which is its public face."""
    import rlcard

    env = rlcard.make("gin-rummy")
    chance = Random(1)

    def play(deals: int) -> int:
        count = 0
        for _ in range(deals):
            state, _ = env.reset()
            while not env.is_over():
                actions = list(state["legal_actions"])
                state, _ = env.step(actions[chance.randrange(len(actions))])
                count += 1
        return count

    return play


def serve(peers: dict[str, Callable[[], Callable[[int], int]]]) -> None:
    """Answer the lines of standard input until it ends."""
    ready: dict[str, Any] = {}
    for line in sys.stdin:
        name, amount = line.split()
        if name not in ready:
            ready[name] = peers[name]()
        began = time.process_time()
        count = ready[name](int(amount))
        print(json.dumps([count, time.process_time() - began]), flush=True)


def rlcard_melds(size: int) -> Callable[[int], int]:
    """All sets and runs of hands of one pack, by rlcard."""
    from rlcard.games.base import Card
    from rlcard.games.gin_rummy.utils.melding import get_all_run_melds, get_all_set_melds

    pack = [Card(suit, rank) for suit in Card.valid_suit[:4] for rank in Card.valid_rank[:13]]
    hands = _hands(pack, size)

    def find(amount: int) -> int:
        for hand in islice(hands, amount):
            get_all_run_melds(hand)
            get_all_set_melds(hand)
        return amount

    return find


def spiel_melds(size: int) -> Callable[[int], int]:
    """The same by open_spiel."""
    import pyspiel

    utils = pyspiel.gin_rummy.GinRummyUtils(13, 4, 10)
    hands = _hands(list(range(52)), size)

    def find(amount: int) -> int:
        for hand in islice(hands, amount):
            utils.all_melds(hand)
        return amount

    return find


def _hands(pack: list[Any], size: int) -> Iterator[list[Any]]:
    """Hands without end, dealt beforehand: dealing is not what is measured."""
    chance = Random(1)
    return cycle([chance.sample(pack, size) for _ in range(2000)])


def count() -> Callable[[int], int]:
    """No peer: it counts, so that the pipe can be tried without any of them."""
    return lambda amount: sum(1 for _ in range(amount))


PEERS: Final[dict[str, Callable[[], Callable[[int], int]]]] = {
    "count": count,
    "spiel_play": spiel_play,
    "spiel_apply": spiel_apply,
    "rlcard_play": rlcard_play,
    "rlcard_env": rlcard_env,
    **{f"rlcard_melds_{size}": partial(rlcard_melds, size) for size in SIZES},
    **{f"spiel_melds_{size}": partial(spiel_melds, size) for size in SIZES},
}

if __name__ == "__main__":
    serve(PEERS)

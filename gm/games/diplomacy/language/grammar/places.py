"""Turns the names in a parsed line into provinces, coasts, units and powers of the position."""

from __future__ import annotations

from gm.contract.language import Verdict
from gm.games.diplomacy.language.binding.names import bound_of
from gm.games.diplomacy.readings import Context, LineFault
from gm.games.diplomacy.rules.board import (
    Board,
    Location,
    Pair,
    PowerId,
    ProvinceId,
    Terrain,
    pair,
)
from gm.games.diplomacy.rules.board_split import place_named
from gm.games.diplomacy.rules.phases import PhaseKind
from gm.games.diplomacy.rules.units import Unit, UnitKind, UnitRef
from gm.games.diplomacy.rules.winter.season_facts import AutumnPart
from gm.games.diplomacy.wording.complaints import line_words, place_words
from gm.games.diplomacy.wording.complaints import place_words as half_words
from gm.interpret.folding import fold
from gm.interpret.grammars import GrammarWord, Node, all_words, subtrees, words
from gm.interpret.talk_words import is_little
from gm.interpret.tongues import words_of


class Binder:
    """Binds the words of one line; collects remarks as it goes.

    Every method raises LineFault for what cannot be bound.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.remarks: list[str] = []
        self.subjects: list[PowerId] = []
        """The powers whose deeds a condition asks about, and who are given points, for `him`."""

    @property
    def board(self) -> Board:
        """The board in force."""
        return self.context.board

    def province(self, word: GrammarWord) -> ProvinceId:
        """Return the one province a word names."""
        bound = bound_of(word)
        if bound is None or not bound.places or bound.doubtful:
            near = bound.places if bound is not None else ()
            text = bound.text if bound is not None else str(word)
            if is_little(words_of(fold(text))):
                raise LineFault(Verdict.UNREADABLE, line_words.unreadable("", text))
            verdict = Verdict.AMBIGUOUS if len(near) > 1 and len(text) < 3 else Verdict.UNREADABLE
            raise LineFault(verdict, place_words.no_such_place(self.board, text, near))
        if len(bound.places) > 1:
            problem = place_words.ambiguous_place(self.board, bound.text, bound.places)
            raise LineFault(Verdict.AMBIGUOUS, problem)
        if bound.coast is not None and not self._has_coast(bound.places[0], bound.coast):
            problem = place_words.no_such_coast(self.board, bound.places[0], str(word))
            raise LineFault(Verdict.IMPOSSIBLE, problem)
        return bound.places[0]

    def _has_coast(self, place: ProvinceId, coast: str) -> bool:
        return any(known.id == coast for known in place_named(self.board, place).coasts)

    def location(self, word: GrammarWord, kind: UnitKind) -> Location:
        """Return where a unit of that kind is sent; an army's coast is dropped with a remark."""
        place = self.province(word)
        bound = bound_of(word)
        coast = bound.coast if bound is not None else None
        if coast is not None and kind is UnitKind.ARMY:
            self.remarks.append(place_words.army_without_coast(self.board, place))
            coast = None
        return Location(place, coast)

    def unit(self, tree: Node, *, is_own: bool) -> UnitRef:
        """Return a unit that stands on the board (or waits to retreat), as it stands there.

        Args:
            tree: a `unit` of the grammar.
            is_own: it is given an order, so it must be the writer's where an owner is named.
        """
        word = place_word(tree)
        place = self.province(word)
        stated = stated_kind(tree)
        if place in self.board.gone:
            return self._unit_in_a_half(tree, place, is_own=is_own)
        standing = self._unit_at(place, is_own=is_own)
        self._check_owner(tree, standing, is_own=is_own)
        if is_own and self.context.ahead is not None and not self._is_mine(standing):
            standing = None  # who stands there by then is another question
        if is_own and self.context.ahead is not None and standing is None and stated is None:
            problem = place_words.kind_missing(self.board, place, str(word))
            raise LineFault(Verdict.AMBIGUOUS, problem)
        if standing is None and stated is None:
            problem = place_words.no_unit_there(self.board, place, str(word))
            raise LineFault(Verdict.IMPOSSIBLE, problem)
        if standing is not None and stated in {None, standing.kind}:
            self._check_coast(word, standing)
            return standing.ref
        kind = stated if stated is not None else UnitKind.ARMY
        return UnitRef(kind, self.location(word, kind))

    def _unit_in_a_half(self, tree: Node, place: ProvinceId, *, is_own: bool) -> UnitRef:
        """Return a unit that is named by a province which was split (Irish 9).

        Where one half alone holds such a unit of the writer's, or of the owner named, it is that
        one; else the name stays, and what is possible decides.
        """
        self._check_owner(tree, None, is_own=is_own)
        word, stated = place_word(tree), stated_kind(tree)
        owner = self.context.power if is_own else self._owner(tree)
        halves = self.board.gone[place]
        units = [
            unit for half in halves if (unit := self._unit_at(half, is_own=is_own)) is not None
        ]
        named = [unit for unit in units if unit.power == owner]
        if len(named) == 1 and stated is not None and stated is not named[0].kind:
            return UnitRef(stated, Location(named[0].at.province))
        units = [unit for unit in units if stated in {None, unit.kind}]
        named = [unit for unit in units if unit.power == owner]
        if len(named) == 1:
            self.remarks.append(half_words.half_taken(self.board, place, named[0], mine=is_own))
            return named[0].ref
        kinds = {unit.kind for unit in named or units}
        if stated is None and len(kinds) != 1:
            problem = half_words.which_unit(self.board, place, named or units, str(word))
            raise LineFault(Verdict.AMBIGUOUS if kinds else Verdict.IMPOSSIBLE, problem)
        kind = stated if stated is not None else kinds.pop()
        return UnitRef(kind, self.location(word, kind))

    def _owner(self, tree: Node) -> PowerId | None:
        powers = (word for word in words(tree) if word.type == "POWER")
        return next((self.power(word) for word in powers), None)

    def new_unit(self, tree: Node, known: UnitKind | None = None) -> UnitRef:
        """Return a unit that is to be built: its kind must be stated unless only an army fits.

        Args:
            tree: a `unit` of the grammar.
            known: the kind that the words before it tell: `Build armies in CoS and CoC`.
        """
        word = place_word(tree)
        place = self.province(word)
        kind = stated_kind(tree) or known
        if kind is None and place_named(self.board, place).terrain is not Terrain.INLAND:
            problem = place_words.kind_missing(self.board, place, str(word))
            raise LineFault(Verdict.AMBIGUOUS, problem)
        kind = kind or UnitKind.ARMY
        return UnitRef(kind, self.location(word, kind))

    def power(self, word: GrammarWord) -> PowerId:
        """Return the one power a word names."""
        bound = bound_of(word)
        powers = bound.powers if bound is not None else ()
        if len(powers) != 1:
            problem = place_words.ambiguous_power(self.board, str(word), powers)
            raise LineFault(Verdict.AMBIGUOUS if powers else Verdict.UNREADABLE, problem)
        return powers[0]

    def crossing(self, first: GrammarWord, second: GrammarWord) -> Pair:
        """Return the two provinces that a bridge links."""
        return pair(self.province(first), self.province(second))

    def _unit_at(self, place: ProvinceId, *, is_own: bool) -> Unit | None:
        state = self.context.state
        waiting = [
            dislodged.unit for dislodged in state.dislodged if dislodged.unit.at.province == place
        ]
        standing = state.unit_in(place)
        if waiting and (standing is None or (is_own and self.context.kind is PhaseKind.RETREAT)):
            return waiting[0]
        return standing

    def _is_mine(self, unit: Unit | None) -> bool:
        return unit is not None and unit.power == self.context.power

    def _check_owner(self, tree: Node, standing: Unit | None, *, is_own: bool) -> None:
        for word in words(tree):
            if word.type != "POWER":
                continue
            owner = self.power(word)
            if is_own and owner != self.context.power:
                problem = place_words.not_for_you(self.board, owner, self.context.power, str(word))
                raise LineFault(Verdict.IMPOSSIBLE, problem)
            if standing is not None and standing.power != owner:
                self.remarks.append(place_words.other_owner(self.board, standing, owner))

    def _check_coast(self, word: GrammarWord, standing: Unit) -> None:
        """A fleet named on another coast than it stands on is asked about, not moved over."""
        bound = bound_of(word)
        coast = bound.coast if bound is not None else None
        if coast is None or coast == standing.at.coast:
            return
        if standing.kind is UnitKind.ARMY:
            self.remarks.append(place_words.army_without_coast(self.board, standing.at.province))
            return
        problem = place_words.stands_elsewhere(self.board, standing, str(word))
        raise LineFault(Verdict.IMPOSSIBLE, problem)


def unit_of_autumn(binder: Binder, tree: Node) -> UnitRef:
    """Return a unit whose autumn a condition asks about, as it stood before the moves.

    Republic 9e: what never stood there neither succeeded, nor failed, nor was dislodged. Such a
    name is likely a slip, so it gets a remark wherever it is known who stood there.
    """
    state = binder.context.state
    autumn = state.part(AutumnPart)
    if state.phase.kind is PhaseKind.MOVEMENT:
        stood = [unit.ref for unit in state.units]
    elif autumn.year == state.phase.year and (autumn.succeeded or autumn.failed):
        stood = [*autumn.succeeded, *autumn.failed]
    else:
        return binder.unit(tree, is_own=False)
    place, stated = binder.province(place_word(tree)), stated_kind(tree)
    there = next((unit for unit in stood if unit.at.province == place), None)
    if there is not None and stated in {None, there.kind}:
        return there
    over = state.phase.kind is not PhaseKind.MOVEMENT
    problem = place_words.nobody_stood(binder.board, place, there, over=over)
    if stated is None:
        raise LineFault(Verdict.IMPOSSIBLE, problem)
    binder.remarks.append(problem.message)
    return UnitRef(stated, Location(place))


def place_word(tree: Node) -> GrammarWord:
    """Return the word of a unit that names its province."""
    return next(word for word in words(tree) if word.type == "PLACE")


def plural_kind(tree: Node) -> UnitKind | None:
    """Return the kind of several units that an item begins to list, if it does."""
    kinds = (_PLURALS.get(word.casefold()) for node in subtrees(tree) for word in words(node))
    return next(filter(None, kinds), None)


_PLURALS = {"armies": UnitKind.ARMY, "fleets": UnitKind.FLEET}


def stated_kind(tree: Node) -> UnitKind | None:
    """Return the kind of unit that a `unit` of the grammar states, if it does."""
    for word in words(tree):
        if word.type == "ARMY" or (word.type == "KIND" and word[:1] in "aA"):
            return UnitKind.ARMY
        if word.type in {"FLEET", "KIND"}:
            return UnitKind.FLEET
    return None


# Reads the name of a bridge: the two provinces it links, and its owner if one is named.


def bridge_of(binder: Binder, node: Node) -> tuple[Pair, PowerId | None]:
    """Return the pair a bridge links and its owner (Republic 9i, 12)."""
    first, second = [word for word in words(node) if word.type == "PLACE"][:2]
    between = binder.crossing(first, second)
    owners = [word for word in all_words(node) if word.type in {"POWER", "MY"}]
    if not owners:
        return between, None
    return between, binder.context.power if owners[0].type == "MY" else binder.power(owners[0])

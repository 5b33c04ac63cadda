"""Frames built from cached parts are equal to frames encoded as a whole."""

import msgspec
import pytest
from msgspec.structs import replace

from seventh.games import wording_of
from seventh.games.layout import table_layout
from seventh.room.frames import RoundInfo, SeatClock, TableFrame, YourTurn
from seventh.room.tables import viewers
from seventh.room.tables.frame_builder import FrameBuilder
from seventh.rounds.events import RoundClosed
from seventh.rounds.narration import Narrator, codes, verdicts
from seventh.rounds.review import review
from seventh.rounds.stud.house import StudHouse
from seventh.rounds.words import HandWords
from tests.known import known
from tests.room.live.live_room import GAMES, STUD, Harness, bet_and_close, told_at_once


def told_from_the_beginning(live, names, viewpoint):
    """Everything that happened in a round, by a narrator that has only the events visible from there."""
    chips = {seat: seated.chips for seat, seated in live.seats.items()}
    people = {seat: names[seated.person] for seat, seated in live.seats.items()}
    narrator = Narrator(wording_of(live.house), chips, people.__getitem__, viewpoint, minus="\u2212")
    steps = [[event.seen_by(viewpoint) for event in step.events] for step in live.steps]
    return narrator, [told for events in steps for told in narrator.tell_all(events)]


def with_times(live, told):
    """The sentences of a story, each with the time of its step."""
    times = [at for step, at in zip(live.steps, live.times, strict=True) for _ in step.events]
    assert times == sorted(times)
    assert all(at >= live.opened for at in times)
    return tuple(replace(line, at=at) for line, at in zip(told, times, strict=True) if line.say)


def hands_seen(words, view):
    """The hands that are fully visible to a viewer."""
    common = getattr(view, "common", "")
    found = {str(line.seat): words.seen(line.cards + common) for line in view.seats if line.cards}
    if getattr(view, "dealer", ""):
        found["dealer"] = words.seen_at_dealer(view.dealer)
    for line in view.seats:
        if getattr(line, "discards", "") and "?" not in line.discards:
            kept = "".join(card for card in codes(line.cards) if card not in codes(line.discards))
            found[str(line.seat)] = HandWords(words.seen(kept).name, kept, found[str(line.seat)].order)
    return {place: hand for place, hand in found.items() if hand.name}


def at_once(
    frames: FrameBuilder, names: dict, seat: int, person: str, openings: tuple, fresh: bool, words: bool, layout: bool
) -> TableFrame:
    """The frame without any shortcut: the viewer's own view and events."""
    moment, live, viewpoint = frames.moment, frames.moment.live, frames.viewpoint(person)
    info = None
    if live is not None:
        view = live.view(viewpoint)
        prices = {}
        if any(choice["action"] == "bring_in" for choice in view.choices):
            assert isinstance(live.house, StudHouse)
            prices["bring_in"] = min(live.house.stakes.bring_in, live.stacks[known(viewpoint)])
        info = RoundInfo(
            id=live.id,
            number=live.number,
            people={seat: seated.person for seat, seated in live.seats.items()},
            seed_hash=live.seed_hash,
            seeds={seat: seed.hex() for seat, seed in live.client_seeds.items()},
            seeds_closed=live.seeds_closed,
            root=live.root or "",
            view=view,
            decision=live.decision(viewpoint) if viewpoint is not None else 0,
            deadlines={seat: clock.ends for seat, clock in moment.deadlines.items()},
            clocks={seat: SeatClock(clock.starts, clock.bank_from) for seat, clock in moment.deadlines.items()},
            openings=openings,
            prices=prices,
            winners=live.hand.winners,
            heading=wording_of(live.house).heading(live.hand),
            hands=hands_seen(wording_of(live.house), view) if words else {},
            yours=your_turn(live, viewpoint, names) if words and viewpoint is not None else None,
        )
    events = () if fresh else tuple(event.seen_by(viewpoint) for event in moment.events)
    you = moment.you(seat, person) if seat else None
    told, story = (), None
    if words and live is not None:
        _, whole = told_from_the_beginning(live, names, viewpoint)
        told = () if fresh or not moment.events else tuple(whole[-len(moment.events) :])
        story = with_times(live, whole) if fresh else None
    looks = table_layout(moment.house) if layout and words else None
    news = (moment.recent if fresh else moment.news) if words else ()
    over = moment.over if words and (fresh or any(isinstance(event, RoundClosed) for event in events)) else None
    return TableFrame(
        **moment.head,
        you=you,
        round=info,
        events=events,
        told=told,
        story=story,
        layout=looks,
        review=reviewed(over, names, person) if over else None,
        review_story=past(over, names, person) if over and fresh and (live is None or live.id != over.id) else None,
        news=news,
    )


def seat_in(over, person):
    return next((seat for seat, seated in over.seats.items() if seated.person == person), None)


def reviewed(over, names, person):
    """The round that is over, by a narrator that has only the events this person may see."""
    narrator, told = told_from_the_beginning(over, names, seat_in(over, person))
    return review(narrator, over.id, over.number, verdicts(told))


def past(over, names, person):
    """All of a round that is over, for somebody who played in it."""
    seat = seat_in(over, person)
    return None if seat is None else with_times(over, told_from_the_beginning(over, names, seat)[1])


def your_turn(live, viewpoint, names):
    words, hand = wording_of(live.house), live.hand
    offers, intentions = words.offers(hand, viewpoint), words.intentions(hand, viewpoint)
    if not hand.legal(viewpoint) and not intentions:
        return None
    where = words.standing(hand, viewpoint, lambda seat: names[live.seats[seat].person]) if offers else ""
    prompt = words.prompt(hand, viewpoint, offers) if offers else ""
    return YourTurn(f"{where} {prompt}".strip(), tuple(offers), tuple(intentions))


def plain(frame):
    """A frame as a client reads it, whatever the order of its keys."""
    return msgspec.json.decode(frame if isinstance(frame, bytes) else msgspec.json.encode(frame))


def differences(one, two, where=""):
    """The differences between two frames, by path."""
    if isinstance(one, dict) and isinstance(two, dict):
        return [each for key in {**one, **two} for each in differences(one.get(key), two.get(key), f"{where}/{key}")]
    return [] if one == two else [(where, one, two)]


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R30_frames_from_parts_are_the_frames_of_each_viewers_own_view(tmp_path, monkeypatch, game):
    compared, wrong, names = [], [], {}

    class Compared(FrameBuilder):
        def frame(self, seat, person, openings, fresh=False, words=True, layout=True):
            names.update(self.moment.names)
            made = super().frame(seat, person, openings, fresh, words, layout)
            whole = plain(at_once(self, names, seat, person, openings, fresh, words, layout))
            if plain(made) != whole:  # raised here, the table would take it for its own failure and go on
                wrong.append(differences(plain(made), whole))
            compared.append((seat, words, bool(whole["review"])))
            return made

    monkeypatch.setattr(viewers, "FrameBuilder", Compared)
    async with Harness(tmp_path) as harness:
        table, one, two, spectator = f"{game}-1", *[await harness.guest() for _ in range(3)]
        await spectator.watch(table)
        await (await harness.guest()).watch(table, words=False)
        await one.sit(table)
        await two.sit(table)
        for _ in range(3):
            if game == STUD:
                await harness.run(3)
            else:
                await bet_and_close(harness, table, one, two)
            owners = {client.person: client for client in (one, two)}
            for _ in range(100):
                live = harness.table(table).snapshot.live
                waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int)) if live else []
                if live is None or not waiting:
                    break
                await owners[live.seats[waiting[0]].person].act(table)
                await harness.clock.settle()
            await harness.run(300 if game == STUD else 20)
    assert wrong == []
    assert {(0, True, True), (0, False, False), (1, True, True), (2, True, True)} <= set(compared)
    assert len(compared) > 40

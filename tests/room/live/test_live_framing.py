"""Frames are put together from parts; whole ones, encoded at once, must be the same bytes."""

import msgspec
import pytest
from live_room import GAMES, STUD, Evening, bet_and_close, told_at_once

from seventh.games import wording_of
from seventh.games.layout import table_layout
from seventh.room.frames import RoundInfo, SeatClock, TableFrame, YourTurn
from seventh.room.tables import viewers
from seventh.room.tables.framing import Frames
from seventh.rounds.narration import Narrator, codes
from seventh.rounds.words import HandWords


def told_from_the_beginning(live, names, eyes):
    """Everything that happened in a round, by a narrator that has only the events these eyes may see."""
    chips = {seat: seated.chips for seat, seated in live.seats.items()}
    people = {seat: names[seated.person] for seat, seated in live.seats.items()}
    narrator = Narrator(wording_of(live.house), chips, people.__getitem__, eyes)
    return [narrator.tell(event.seen_by(eyes)) for event in live.hand.events]


def hands_seen(words, view):
    """The hands that a viewer sees whole."""
    common = getattr(view, "common", "")
    found = {str(line.seat): words.seen(line.cards + common) for line in view.seats if line.cards}
    if getattr(view, "dealer", ""):
        found["dealer"] = words.seen(view.dealer)
    for line in view.seats:
        if getattr(line, "discards", "") and "?" not in line.discards:
            kept = "".join(card for card in codes(line.cards) if card not in codes(line.discards))
            found[str(line.seat)] = HandWords(words.seen(kept).name, kept, found[str(line.seat)].order)
    return {place: hand for place, hand in found.items() if hand.name}


def at_once(
    frames: Frames, names: dict, seat: int, person: str, openings: tuple, fresh: bool, words: bool, layout: bool
) -> TableFrame:
    """The frame without any shortcut: the viewer's own view and events."""
    moment, live, eyes = frames.moment, frames.moment.live, frames.eyes(seat, person)
    info = None
    if live is not None:
        view = live.view(eyes)
        brings_in = any(choice["action"] == "bring_in" for choice in view.choices)
        info = RoundInfo(
            id=live.id,
            number=live.number,
            people={seat: seated.person for seat, seated in live.seats.items()},
            seed_hash=live.seed_hash,
            seeds={seat: seed.hex() for seat, seed in live.client_seeds.items()},
            seeds_closed=live.seeds_closed,
            root=live.root or "",
            view=view,
            decision=live.decision(eyes) if eyes is not None else 0,
            deadlines={seat: clock.ends for seat, clock in moment.deadlines.items()},
            clocks={seat: SeatClock(clock.starts, clock.bank_from) for seat, clock in moment.deadlines.items()},
            openings=openings,
            prices={"bring_in": min(live.house.stakes.bring_in, live.stacks[eyes])} if brings_in else {},
            winners=live.hand.winners,
            heading=wording_of(live.house).heading(live.hand),
            hands=hands_seen(wording_of(live.house), view) if words else {},
            yours=your_turn(live, eyes) if words and eyes is not None else None,
        )
    events = () if fresh else tuple(event.seen_by(eyes) for event in moment.events)
    you = moment.you(seat, person) if seat else None
    told, story = (), None
    if words and live is not None:
        whole = told_from_the_beginning(live, names, eyes)
        told = () if fresh or not moment.events else tuple(whole[-len(moment.events) :])
        story = tuple(line for line in whole if line.say) if fresh else None
    looks = table_layout(moment.house) if layout and words else None
    return TableFrame(**moment.head, you=you, round=info, events=events, told=told, story=story, layout=looks)


def your_turn(live, eyes):
    words, hand = wording_of(live.house), live.hand
    offers, intentions = words.offers(hand, eyes), words.intentions(hand, eyes)
    if not hand.legal(eyes) and not intentions:
        return None
    return YourTurn(words.prompt(hand, eyes, offers) if offers else "", tuple(offers), tuple(intentions))


def plain(frame):
    """A frame as a client reads it, whatever the order of its keys."""
    return msgspec.json.decode(frame if isinstance(frame, bytes) else msgspec.json.encode(frame))


@pytest.mark.parametrize("game", GAMES)
@told_at_once
async def test_R30_frames_from_parts_are_the_frames_of_each_viewers_own_view(tmp_path, monkeypatch, game):
    compared, names = [], {}

    class Compared(Frames):
        def frame(self, seat, person, openings, fresh, words, layout):
            names.update(self.moment.names)
            made = super().frame(seat, person, openings, fresh, words, layout)
            assert plain(made) == plain(at_once(self, names, seat, person, openings, fresh, words, layout))
            compared.append((seat, words))
            return made

    monkeypatch.setattr(viewers, "Frames", Compared)
    async with Evening(tmp_path) as evening:
        table, one, two, spectator = f"{game}-1", *[await evening.guest() for _ in range(3)]
        await spectator.watch(table)
        await (await evening.guest()).watch(table, words=False)
        await one.sit(table)
        await two.sit(table)
        for _ in range(3):
            if game == STUD:
                await evening.run(3)
            else:
                await bet_and_close(evening, table, one, two)
            owners = {client.person: client for client in (one, two)}
            for _ in range(100):
                live = evening.table(table).standing.live
                waiting = sorted(seat for seat in live.hand.to_act if isinstance(seat, int)) if live else []
                if not waiting:
                    break
                await owners[live.seats[waiting[0]].person].act(table)
                await evening.clock.settle()
            await evening.run(300 if game == STUD else 20)
    assert {(0, True), (0, False), (1, True), (2, True)} <= set(compared)
    assert len(compared) > 40

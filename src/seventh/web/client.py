"""A small client library for bots, scripts and the tests.

    async with connect("http://localhost:8777", token) as client:
        await client.watch("a-table-1")
        await client.sit("a-table-1", buy_in=50_000)
        async for frame in client.frames("a-table-1"):
            if frame.round and frame.round.decision:
                await client.act(frame, {"action": "fold"})

After a lost connection the client reconnects, watches the same tables again, and repeats unanswered requests with their
old ids, so that they are carried out once. It also generates and sends a seed for each shuffle.
"""

from __future__ import annotations

import asyncio
import secrets
from collections import OrderedDict
from collections.abc import AsyncIterator, Mapping
from contextlib import asynccontextmanager, suppress
from typing import Any
from urllib.parse import urlsplit, urlunsplit

import msgspec
from websockets.asyncio.client import ClientConnection
from websockets.asyncio.client import connect as dial
from websockets.exceptions import InvalidHandshake, WebSocketException

from seventh.fair.receipt import FORM, Receipt
from seventh.room import frames as fr
from seventh.rounds.actions import Action
from seventh.web.prices import price_of

_encoder = msgspec.json.Encoder()
_decoder = msgspec.json.Decoder(fr.AnyTell)
_RECEIPTS = 100


class Refusal(Exception):
    """A request was refused: `code` is for programs, `str()` is a sentence for people."""

    def __init__(self, frame: fr.RefusedFrame) -> None:
        self.frame = frame
        """The room's reply."""
        self.code = frame.code
        """Why, for programs; the codes are listed with the socket protocol."""
        allowed = f"; allowed: {frame.allowed}" if frame.allowed else ""
        super().__init__(f"{frame.why}{allowed}")


class ConnectionGone(Exception):
    """The room cannot be reached, or refused the connection."""


class Client:
    """One connection to a room."""

    def __init__(self, url: str, token: str = "", *, patience: float = 30.0, seeds: bool = True) -> None:
        self.url = socket_url(url)
        """The address of the room's socket."""
        self.patience = patience
        """How many seconds to keep trying to reconnect; 0 gives up at once."""
        self.welcome: fr.Welcome | None = None
        """The room's reply to `hello`, with the person's id and name; None before the first connection."""
        self.wallet = 0
        """The person's wallet balance."""
        self.tables: dict[str, fr.TableFrame] = {}
        """The latest frame of each watched table."""
        self.lobby: fr.LobbyFrame | None = None
        """The latest frame of the lobby, if it is watched."""
        self.connections = 0
        """The number of times this client has connected."""
        self._token = token
        self._contributes = seeds
        self._socket: ClientConnection | None = None
        self._watched: dict[str, fr.Watch] = {}
        self._lobby_wanted = False
        self._asked: dict[str, tuple[fr.Ask, asyncio.Future[fr.Done]]] = {}
        self._pings: dict[int, asyncio.Future[fr.Pong]] = {}
        self._news = asyncio.Condition()
        self._versions: dict[str, int] = {}
        self._seeded: dict[str, str] = {}
        self._sent: dict[str, str] = {}
        self.receipts: OrderedDict[str, Receipt] = OrderedDict()
        """Signed receipts for this client's seeds, by round; the latest hundred. `seventh verify` verifies them."""
        self._over: Exception | None = None
        self._reader: asyncio.Task[None] | None = None

    # The connection.

    async def open(self) -> None:
        """Connect and send `hello`."""
        await self._connect()
        self._reader = asyncio.create_task(self._read_on())

    async def close(self) -> None:
        """Disconnect. The seat is kept until the person leaves it or has been away too long."""
        if self._reader is not None:
            self._reader.cancel()
            with suppress(asyncio.CancelledError):
                await self._reader
        if self._socket is not None:
            await self._socket.close()
        await self._end(ConnectionGone("the client is closed"))

    async def drop(self) -> None:
        """Drop the connection without closing it, as if a cable had been pulled; the client then reconnects."""
        if self._socket is not None:
            self._socket.transport.abort()

    async def _connect(self) -> None:
        loop = asyncio.get_running_loop()
        until, wait = loop.time() + self.patience, 0.05
        while True:
            try:
                await self._hello()
                break
            except ConnectionGone:
                raise
            except (OSError, WebSocketException, InvalidHandshake, TimeoutError) as error:
                if loop.time() >= until:
                    raise ConnectionGone(f"{self.url} cannot be reached: {error}") from None
                await asyncio.sleep(wait)
                wait = min(2 * wait, 1.0)
        self.connections += 1

    async def _hello(self) -> None:
        socket = await dial(self.url, compression=None, max_size=2**22, proxy=None, open_timeout=10)
        await socket.send(_encoder.encode(fr.Hello(fr.VERSION, self._token)).decode())
        answer = _decoder.decode(await asyncio.wait_for(socket.recv(), 10))
        if isinstance(answer, fr.Bye):
            await socket.close()
            if answer.code in ("stopping", "too_many"):
                raise OSError(answer.why)
            raise ConnectionGone(answer.why)
        assert isinstance(answer, fr.Welcome)
        self.welcome, self.wallet, self._socket = answer, answer.wallet, socket
        for watch in self._watched.values():
            await self._send(watch)
        if self._lobby_wanted:
            await self._send(fr.WatchLobby())
        for ask, _ in list(self._asked.values()):
            await self._send(ask)

    async def _read_on(self) -> None:
        try:
            while True:
                assert self._socket is not None
                try:
                    async for text in self._socket:
                        await self._take(_decoder.decode(text))
                except WebSocketException:
                    pass
                if not self.patience:
                    raise ConnectionGone("connection lost")
                await self._connect()
        except asyncio.CancelledError:
            raise
        except Exception as error:
            await self._end(error)

    async def _end(self, error: Exception) -> None:
        self._over = self._over or error
        for _, answer in self._asked.values():
            if not answer.done():
                answer.set_exception(ConnectionGone(str(error)))
                answer.exception()  # there may be no caller left to retrieve it
        for pong in self._pings.values():
            if not pong.done():
                pong.cancel()
        async with self._news:
            self._news.notify_all()

    async def _take(self, frame: Any) -> None:
        match frame:
            case fr.TableFrame():
                self.tables[frame.table] = frame
                self._versions[frame.table] = self._versions.get(frame.table, 0) + 1
                if self._contributes:
                    self._keep_receipt(frame)
                    await self._contribute(frame)
                async with self._news:
                    self._news.notify_all()
            case fr.LobbyFrame():
                self.lobby = frame
                async with self._news:
                    self._news.notify_all()
            case fr.WalletFrame():
                self.wallet = frame.wallet
            case fr.Done() | fr.RefusedFrame():
                asked = self._asked.pop(frame.id, None)
                if asked is not None and not asked[1].done():
                    if isinstance(frame, fr.Done):
                        asked[1].set_result(frame)
                    else:
                        asked[1].set_exception(Refusal(frame))
            case fr.Pong():
                pong = self._pings.pop(frame.n, None)
                if pong is not None and not pong.done():
                    pong.set_result(frame)
            case _:
                pass

    async def _contribute(self, frame: fr.TableFrame) -> None:
        """Send this client's seed, once for each round."""
        if frame.round is None or frame.you is None or frame.round.seeds_closed:
            return
        if frame.you.seat in frame.round.seeds or self._seeded.get(frame.table) == frame.round.id:
            return
        if not any(seat["seat"] == frame.you.seat for seat in frame.round.view["seats"]):
            return
        self._seeded[frame.table] = frame.round.id
        seed = self._sent[frame.table] = secrets.token_hex(32)
        with suppress(WebSocketException):
            await self._send(fr.Seed(frame.table, frame.round.id, seed))

    def _keep_receipt(self, frame: fr.TableFrame) -> None:
        """Keep the room's signature for the seed this client sent."""
        now, you = frame.round, frame.you
        if now is None or you is None or not you.receipt or now.id in self.receipts:
            return
        if self._seeded.get(frame.table) == now.id:
            own = (now.id, you.seat, now.seed_hash, self._sent[frame.table])
            assert self.welcome is not None
            self.receipts[now.id] = Receipt(FORM, *own, self.welcome.key, you.receipt)
            if len(self.receipts) > _RECEIPTS:
                self.receipts.popitem(last=False)

    async def _send(self, ask: fr.Ask) -> None:
        if self._over is not None:
            raise ConnectionGone(str(self._over))
        assert self._socket is not None
        await self._socket.send(_encoder.encode(ask).decode())

    # Requests.

    async def ask(self, ask: fr.Ask) -> fr.Done:
        """Send a request with an id and wait for the answer; raises `Refusal`."""
        answer: asyncio.Future[fr.Done] = asyncio.get_running_loop().create_future()
        name: str = ask.id  # type: ignore[attr-defined]
        self._asked[name] = (ask, answer)
        with suppress(WebSocketException):  # it is sent again after reconnecting
            await self._send(ask)
        try:
            return await answer
        finally:
            self._asked.pop(name, None)

    async def watch(self, table: str, invitation: str = "", words: bool = True) -> fr.TableFrame:
        """Watch a table; returns its first frame. Without `words`, frames are smaller."""
        ask = self._watched[table] = fr.Watch(table, invitation, words)
        name = f"watch:{table}"
        answer: asyncio.Future[fr.Done] = asyncio.get_running_loop().create_future()
        self._asked[name] = (ask, answer)
        try:
            with suppress(WebSocketException):
                await self._send(ask)
            until = asyncio.create_task(self.until(table, lambda _: True))
            done, _ = await asyncio.wait((until, answer), return_when=asyncio.FIRST_COMPLETED)
            if until in done:
                return until.result()
            until.cancel()
            del self._watched[table]
            answer.result()
            raise AssertionError("`watch` is answered by a frame or a refusal")
        finally:
            self._asked.pop(name, None)

    async def unwatch(self, table: str) -> None:
        """Stop watching a table."""
        self._watched.pop(table, None)
        self.tables.pop(table, None)
        await self._send(fr.Unwatch(table))

    async def watch_lobby(self) -> fr.LobbyFrame:
        """Watch the lobby; returns its first frame."""
        self._lobby_wanted = True
        await self._send(fr.WatchLobby())
        async with self._news:
            await self._news.wait_for(lambda: self.lobby is not None or self._over is not None)
        if self.lobby is None:
            raise ConnectionGone(str(self._over))
        return self.lobby

    async def sit(self, table: str, buy_in: int, seat: int = 0) -> fr.Done:
        """Take a seat with a buy-in; seat 0 means any free seat."""
        return await self.ask(fr.Sit(new_id(), table, buy_in, seat))

    async def leave(self, table: str) -> fr.Done:
        """Leave the table; during a round, when the round is over."""
        return await self.ask(fr.Leave(new_id(), table))

    async def sit_out(self, table: str) -> fr.Done:
        """Keep the seat without being dealt in."""
        return await self.ask(fr.SitOut(new_id(), table))

    async def sit_in(self, table: str) -> fr.Done:
        """Return from sitting out."""
        return await self.ask(fr.SitIn(new_id(), table))

    async def go_on(self, table: str) -> fr.Done:
        """Play on after a reality check."""
        return await self.ask(fr.GoOn(new_id(), table))

    async def rebuy(self, table: str, amount: int) -> fr.Done:
        """Add chips from the wallet; during a round they arrive when it is over."""
        return await self.ask(fr.Rebuy(new_id(), table, amount))

    async def refill(self) -> fr.Done:
        """Refill the wallet with play chips."""
        return await self.ask(fr.Refill(new_id()))

    async def queue(self, table: str, buy_in: int) -> fr.Done:
        """Join the waiting list; the next free seat is taken with this buy-in."""
        return await self.ask(fr.Queue(new_id(), table, buy_in))

    async def ready(self, frame: fr.TableFrame) -> None:
        """Tell the room that this player is ready. A lost connection undoes it, as the next frame then shows."""
        if frame.round is not None:
            with suppress(WebSocketException):
                await self._send(fr.Ready(frame.table, frame.round.id))

    async def act(
        self, frame: fr.TableFrame, action: Action | Mapping[str, Any], *, price: int | None = None, ask: str = ""
    ) -> fr.Done:
        """Take an action; the round, the decision and the price come from the frame."""
        if frame.round is None:
            raise ValueError(f"no round is being played at {frame.table}")
        data: dict[str, Any] = msgspec.to_builtins(action) if isinstance(action, Action) else dict(action)
        paid = price_of(frame.round.view, data, frame.round.prices) if price is None else price
        return await self.ask(fr.Act(ask or new_id(), frame.table, frame.round.id, frame.round.decision, data, paid))

    async def ping(self) -> fr.Pong:
        """Ask for the server time."""
        n = secrets.randbits(31)
        answer: asyncio.Future[fr.Pong] = asyncio.get_running_loop().create_future()
        self._pings[n] = answer
        await self._send(fr.Ping(n))
        return await answer

    # Frames.

    async def frames(self, table: str) -> AsyncIterator[fr.TableFrame]:
        """The table's frames, now and whenever it changes. A slow consumer gets the latest frame, not all of them."""
        seen = -1
        while True:
            async with self._news:
                await self._news.wait_for(lambda: self._versions.get(table, -1) > seen or self._over is not None)  # noqa: B023
            if self._versions.get(table, -1) <= seen:
                if isinstance(self._over, ConnectionGone):
                    raise self._over
                raise ConnectionGone(str(self._over))
            seen = self._versions[table]
            yield self.tables[table]

    async def until(self, table: str, wanted: Any) -> fr.TableFrame:
        """The first frame, starting with the latest, for which `wanted(frame)` is true."""
        async for frame in self.frames(table):
            if wanted(frame):
                return frame
        raise AssertionError("frames end only by an exception")


@asynccontextmanager
async def connect(url: str, token: str = "", **options: Any) -> AsyncIterator[Client]:
    """A context manager that connects a client; options are those of `Client`."""
    client = Client(url, token, **options)
    await client.open()
    try:
        yield client
    finally:
        await client.close()


def new_id() -> str:
    """A new request id."""
    return secrets.token_hex(8)


def socket_url(url: str) -> str:
    """The WebSocket URL of a room, from the room's URL."""
    parts = urlsplit(url if "//" in url else f"http://{url}")
    scheme = {"http": "ws", "https": "wss"}.get(parts.scheme, parts.scheme)
    path = parts.path if parts.path not in ("", "/") else "/ws"
    return urlunsplit((scheme, parts.netloc, path, "", ""))

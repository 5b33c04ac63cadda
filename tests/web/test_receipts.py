"""R9 from the outside: the client keeps receipts, the command line verifies them, and the public log is public."""

import asyncio
import json
import urllib.request

import msgspec

from seventh.cli import main
from seventh.web.autoplay import choose
from seventh.web.client import connect
from tests.waiting import LIMIT
from tests.web.serving import serving

TABLE = "high-card-flush-1"


async def played(url, token):
    """Play one round; the round and the client's receipt for it."""
    async with connect(url, token) as client:
        await client.watch(TABLE)
        await client.sit(TABLE, buy_in=50_000)
        async for frame in client.frames(TABLE):
            action = choose(frame, lambda options: 0)
            if action:
                await client.act(frame, action)
            if frame.last and frame.last.id in client.receipts:
                return frame.last.id, client.receipts[frame.last.id]
    raise AssertionError("no round was played")


def got(url, token=""):
    ask = urllib.request.Request(url, headers={"Authorization": f"Bearer {token}"} if token else {})
    with urllib.request.urlopen(ask, timeout=LIMIT) as answer:
        return answer.read()


def run(capsys, *words):
    code = 0
    try:
        main([*words])
    except SystemExit as ended:
        code = int(ended.code or 0)
    said = capsys.readouterr()
    return code, said.out + said.err


def test_R9_a_receipt_is_kept_by_the_client_and_verified_by_the_command_line(tmp_path, capsys):
    with serving() as server:
        token = server.guest()
        round_id, receipt = asyncio.run(asyncio.wait_for(played(server.url, token), LIMIT))
        (tmp_path / "record.json").write_bytes(got(f"{server.url}/api/rounds/{round_id}/record", token))
        public = json.loads(got(f"{server.url}/api/log"))
    assert public["key"] == receipt.key
    assert receipt.key in [entry["body"].get("public") for entry in public["entries"]]
    files = [str(tmp_path / name) for name in ("record.json", "receipt.json")]
    (tmp_path / "receipt.json").write_bytes(msgspec.json.encode(receipt))
    code, said = run(capsys, "verify", files[0], "--receipt", files[1])
    assert code == 0, said
    assert f"receipt: the round was dealt with this seed from seat {receipt.seat}" in said
    code, said = run(capsys, "verify", files[0], "--receipt", files[1], "--json")
    assert json.loads(said)["checked"][-1].startswith("receipt:")
    dropped = msgspec.structs.replace(receipt, client_seed="ab")
    (tmp_path / "receipt.json").write_bytes(msgspec.json.encode(dropped))
    code, said = run(capsys, "verify", files[0], "--receipt", files[1])
    assert (code, said.count("\n")) == (1, 1)
    assert "its signature does not match its key" in said
    (tmp_path / "receipt.json").write_text("nothing")
    code, said = run(capsys, "verify", files[0], "--receipt", files[1])
    assert (code, said.count("\n")) == (2, 1)
    assert "not a receipt" in said
    code, said = run(capsys, "verify", files[0], "--receipt", str(tmp_path / "missing"))
    assert (code, said.count("\n")) == (2, 1)

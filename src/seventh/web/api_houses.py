"""API: the room's houses for everybody, and their versions for the staff."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from typing import Annotated, Any

from fastapi import Depends, Path, Request
from pydantic import Field

from seventh.web import schemas
from seventh.web.api import new_router, problems
from seventh.web.api_rules import HouseName
from seventh.web.auth import STAFF, HasRole, Visit
from seventh.web.house_desk import base_of, house_line, save, toml_of, version_line
from seventh.web.house_info import house_info
from seventh.web.lab.service import changed
from seventh.web.room_facade import RoomFacade

router = new_router("houses")

Staff = Annotated[Visit, Depends(HasRole(*STAFF))]
Admin = Annotated[Visit, Depends(HasRole("admin", changes=True))]
Number = Annotated[int, Path(ge=0, le=10**9, description="The number of a version; 0 is the book.")]


@dataclass
class HouseInfo:
    house: str
    """Its name in links, in house files and on the command line."""
    game: str
    title: str
    limits: str
    version: int
    """0 if the book's rules are in force."""
    rules: str
    """The hash of the rules in force."""
    wagers: list[dict[str, Any]]
    """Each wager with its limits, its exact house edge and its top award."""


@dataclass
class HouseList:
    houses: list[HouseInfo]


@dataclass
class VersionInfo:
    house: str
    game: str
    version: int
    at: int
    """Milliseconds since 1970; 0 for the book."""
    by: str
    """The name of the person who saved it, `a house file` or `the book`."""
    source: str
    """`editor`, `file` or `book`."""
    hash: str
    toml: str
    """The rules as a house file."""


@dataclass
class VersionList:
    versions: list[VersionInfo]
    """The latest first: it is in force, unless the house is retired."""
    retired: bool
    """Whether the house is no longer offered."""


@dataclass
class NewVersion:
    toml: Annotated[str, Field(max_length=40_000)]
    """The rules as a house file: what differs from the book."""
    version: Annotated[int, Field(ge=0, le=10**9)] = 0
    """The version that this one replaces; 0 for the book or a new house."""


@dataclass
class Retirement:
    version: Annotated[int, Field(ge=0, le=10**9)]
    """The version in force; 0 for the book."""


def _facade(request: Request) -> RoomFacade:
    facade: RoomFacade = request.app.state.facade
    return facade


@router.get("/houses")
async def list_houses(request: Request) -> HouseList:
    """The houses that the room offers, with the rules in force."""
    facade, found = _facade(request), []
    for version in facade.room.houses.values():
        line, facts = house_line(facade, version), house_info(version)
        known = {name: line[name] for name in ("house", "game", "title", "limits", "version")}
        found.append(HouseInfo(**known, rules=version.rules.hash, wagers=facts["wagers"]))
    return HouseList(found)


def _info(facade: RoomFacade, version: Any) -> VersionInfo:
    return VersionInfo(
        house=version.house, game=version.rules.game, toml=toml_of(version), **version_line(facade, version)
    )


@router.get("/admin/houses/{house}", responses=problems(401, 403, 404))
async def list_versions(request: Request, visit: Staff, house: HouseName) -> VersionList:
    """All versions of a house, with who put each in force, and when."""
    assert visit
    return _versions(_facade(request), house)


def _versions(facade: RoomFacade, house: str) -> VersionList:
    houses = facade.room.houses
    return VersionList([_info(facade, version) for version in houses.versions(house)], house in houses.retired)


@router.get("/admin/houses/{house}/{version}", responses=problems(401, 403, 404))
async def one_version(request: Request, visit: Staff, house: HouseName, version: Number) -> VersionInfo:
    """One version of a house."""
    assert visit
    facade = _facade(request)
    return _info(facade, facade.room.houses.version(house, version))


@router.post("/admin/houses/{house}", status_code=201, responses=problems(401, 403, 404, 409, 503))
async def save_version(request: Request, visit: Admin, house: HouseName, wanted: NewVersion) -> VersionInfo:
    """Put new rules of a house in force, from the next round on; or add a house, whose file names its game."""
    facade = _facade(request)
    game = "" if house in facade.room.houses.known else _game(wanted.toml)
    base = base_of(facade, house, game)
    found = await changed(base.rules.game, {}, wanted.toml, base.rules)
    return _info(facade, await save(facade, visit.here, house, found, wanted.version))


@router.post("/admin/houses/{house}/tables", status_code=201, responses=problems(401, 403, 404, 409, 503))
async def open_house_table(request: Request, visit: Admin, house: HouseName) -> schemas.TableInfo:
    """Open another public table of a house."""
    assert visit
    facade = _facade(request)
    return facade.table_info((await facade.room.tables.open_of(house)).id)


@router.post("/admin/houses/{house}/retire", responses=problems(401, 403, 404, 409, 503))
async def retire_house(request: Request, visit: Admin, house: HouseName, wanted: Retirement) -> VersionList:
    """Stop offering a house. Its tables close after their current round; its versions and rounds stay."""
    facade = _facade(request)
    await facade.room.retire_house(visit.here, house, wanted.version)
    return _versions(facade, house)


@router.post("/admin/houses/{house}/back", responses=problems(401, 403, 404, 409, 503))
async def bring_back_house(request: Request, visit: Admin, house: HouseName) -> VersionList:
    """Offer a retired house again, with the rules that it had and new tables."""
    facade = _facade(request)
    await facade.room.bring_back_house(visit.here, house)
    return _versions(facade, house)


def _game(toml: str) -> str:
    """The game that a house file names."""
    try:
        return str(tomllib.loads(toml).get("game", ""))
    except ValueError:
        return ""

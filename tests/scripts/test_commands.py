"""Each subcommand, called as in its help."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
import sqlalchemy as sa

from events.archive import LEFT_OUT
from events.database import connect, migrate, writing
from events.event import Draft
from events.store import EventStore, Parent
from scripts import VERSION
from scripts.commands import rebuild as rebuild_command
from tests.postgres import Postgres
from tests.scripts.conftest import SHORT, Gametape


def test_help_names_every_command(gametape: Gametape) -> None:
    told = gametape("--help").stdout
    commands = "serve web worker migrate token export import verify rebuild replay simulate bench"
    assert all(f"  {name} " in told for name in commands.split())


@pytest.mark.parametrize(
    "command",
    ["serve", "web", "worker", "export", "import", "verify", "rebuild", "replay", "simulate"],
)
def test_each_help_has_examples(gametape: Gametape, command: str) -> None:
    told = gametape(command, "--help")
    assert told.exit_code == 0
    assert f"gametape {command}" in told.stdout


def test_the_same_seed_is_the_same_game(gametape: Gametape) -> None:
    for prefix in ("one", "two"):
        assert gametape("simulate", SHORT, "--seed", 7, "--into", prefix).exit_code == 0
    first, second = (gametape("replay", f"{p}-1", "--all").stdout for p in ("one", "two"))
    assert first == second


def test_replay_prints_a_line_a_step(gametape: Gametape, stored: str) -> None:
    lines = gametape("replay", stored, "--all").stdout.splitlines()
    rows = [json.loads(line) for line in gametape("replay", stored, "--json").stdout.splitlines()]
    assert len(lines) == len(rows) > 50
    assert [row["step"] for row in rows] == list(range(1, len(rows) + 1))
    for line, row in zip(lines, rows, strict=True):
        assert row["notation"] in line
        assert row["text"] in line


def test_replay_tells_what_the_referee_finds(gametape: Gametape) -> None:
    gametape("simulate", SHORT, "--spoil", "--into", "careless")
    rows = gametape("replay", "careless-1", "--json").stdout.splitlines()
    findings = [f for row in map(json.loads, rows) for f in row["findings"]]
    lines = gametape("replay", "careless-1", "--all").stdout
    assert findings
    assert all(finding["rule"] in lines for finding in findings)


def test_an_exported_game_is_replayed_and_imported_again(
    gametape: Gametape, stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    assert gametape("export", stored, "--to", file).exit_code == 0
    from_store, from_file = (gametape("replay", game, "--all") for game in (stored, file))
    assert from_store.stdout == from_file.stdout
    assert "0 games imported, 1 already there" in gametape("import", file).stderr

    monkeypatch.setenv("GAMETAPE_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    assert "1 game imported" in gametape("import", file).stderr
    assert gametape("export", stored).stdout_bytes == file.read_bytes()


def test_export_and_import_tell_leagues_from_games(
    gametape: Gametape,
    stored: str,
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = connect(sqlite_url)
    made = Draft(type="LeagueCreated", data={"name": "Sunday"})
    EventStore(engine).append("sunday", [made], recorded_by="somebody", kind="league")
    engine.dispose()
    league = tmp_path / "league.jsonl"
    assert "1 league written" in gametape("export", "sunday", "--to", league).stderr
    both = tmp_path / "both"
    assert "1 game and 1 league written" in gametape("export", "--to", both).stderr
    assert "0 games imported, 1 already there" in gametape("import", league).stderr
    monkeypatch.setenv("GAMETAPE_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    came = gametape("import", *sorted(both.iterdir())).stderr
    assert "1 game and 1 league imported, 0 already there" in came


def test_export_and_import_say_what_they_leave_out(
    gametape: Gametape, stored: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    file = tmp_path / "game.jsonl"
    assert LEFT_OUT in gametape("export", stored, "--to", file).stderr
    assert LEFT_OUT not in gametape("import", file).stderr
    monkeypatch.setenv("GAMETAPE_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")
    told = gametape("import", file).stderr
    assert LEFT_OUT in told
    assert "unlisted" in told


@pytest.mark.parametrize("command", ["verify", "export --to all", "rebuild", "replay club-1"])
@pytest.mark.parametrize("left", [None, b""], ids=["nothing", "empty"])
def test_what_only_reads_makes_no_installation(
    gametape: Gametape, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, command: str, left: bytes
) -> None:
    folder = tmp_path / "elsewhere"
    monkeypatch.setenv("GAMETAPE_DATA", str(folder))
    monkeypatch.delenv("GAMETAPE_DATABASE")
    if left is not None:
        folder.mkdir()
        (folder / "gametape.db").write_bytes(left)
    before = sorted(tmp_path.rglob("*"))
    told = gametape(*command.split())
    assert told.exit_code == 2
    assert f"There is no installation in {folder}" in told.stderr
    assert sorted(tmp_path.rglob("*")) == before


def test_what_only_reads_makes_no_tables(
    gametape: Gametape, postgres_server: Postgres, monkeypatch: pytest.MonkeyPatch
) -> None:
    postgres_server.execute("CREATE DATABASE nothing")
    monkeypatch.setenv("GAMETAPE_DATABASE", postgres_server.url("nothing"))
    told = gametape("verify")
    assert told.exit_code == 2
    assert "There is no installation" in told.stderr
    engine = connect(postgres_server.url("nothing"))
    assert sa.inspect(engine).get_table_names() == []
    engine.dispose()
    postgres_server.execute("DROP DATABASE nothing WITH (FORCE)")


def test_the_version_is_that_of_the_package(gametape: Gametape) -> None:
    told = gametape("--version")
    assert told.exit_code == 0
    assert told.stdout == f"gametape {VERSION}\n"


def test_export_without_games_writes_all(gametape: Gametape, stored: str, tmp_path: Path) -> None:
    gametape("simulate", SHORT, "--into", "other")
    assert gametape("export", "--to", tmp_path / "all").exit_code == 0
    assert {file.name for file in (tmp_path / "all").iterdir()} == {
        "club-1.jsonl",
        "other-1.jsonl",
    }


def test_verify_finds_a_changed_event(gametape: Gametape, stored: str, sqlite_url: str) -> None:
    assert "1 stream verified" in gametape("verify").stdout
    engine = connect(sqlite_url)
    with writing(engine) as connection:
        for trigger in connection.execute(
            sa.text("SELECT name FROM sqlite_master WHERE type = 'trigger' AND tbl_name = 'events'")
        ).scalars():
            connection.execute(sa.text(f"DROP TRIGGER {trigger}"))
        change = "UPDATE events SET body = replace(body, 'Side 1', 'Side X') WHERE version = 1"
        connection.execute(sa.text(change))
    engine.dispose()
    told = gametape("verify", stored)
    assert told.exit_code == 1
    assert told.stdout.startswith("club-1, version 1: ")


def test_rebuild_names_the_verdict_that_changed(
    gametape: Gametape, stored: str, sqlite_url: str
) -> None:
    assert "1 game rebuilt, 0 with another verdict" in gametape("rebuild").stdout
    engine = connect(sqlite_url)
    invented = (
        "INSERT INTO findings (game, version, n, step, rule, severity, message, citation, secret)"
        " VALUES ('club-1', 9, 0, 9, 'some.rule', 'illegal', '', '', false)"
    )
    with writing(engine) as connection:
        connection.execute(sa.text(invented))
    engine.dispose()
    told = gametape("rebuild", stored)
    assert told.exit_code == 1
    assert "club-1, step 9 (version 9): no more some.rule (illegal); new nothing." in told.stdout


def test_games_of_a_ruleset_that_is_not_installed_are_left_alone(
    gametape: Gametape, stored: str, sqlite_url: str
) -> None:
    engine = connect(sqlite_url)
    seats = [{"seat": "1", "name": "Ana"}]
    created = Draft(type="GameCreated", seat=None, data={"ruleset": "checkers", "seats": seats})
    EventStore(engine).append("stranger", [created], recorded_by="somebody")
    engine.dispose()
    told = gametape("rebuild")
    assert told.exit_code == 0
    assert "1 game rebuilt" in told.stdout
    assert "stranger was recorded with the ruleset checkers, which is not installed" in told.stderr
    replay = gametape("replay", "stranger")
    assert (replay.exit_code, replay.stderr.count("\n")) == (2, 1)


def test_token_is_printed_once_and_stored_as_a_hash(gametape: Gametape, sqlite_url: str) -> None:
    engine = connect(sqlite_url)
    migrate(engine)
    made = Draft(type="LeagueCreated", data={"name": "Sunday"})
    EventStore(engine).append("sunday", [made], recorded_by="somebody", kind="league")
    told = gametape("token", "--role", "organizer", "--league", "sunday", "--days", 1)
    secret = told.stdout.strip()
    with engine.connect() as connection:
        row = connection.execute(sa.text("SELECT * FROM tokens")).mappings().one()
    engine.dispose()
    assert (row["role"], row["league"]) == ("organizer", "sunday")
    assert secret
    assert secret not in map(str, row.values())


def test_a_game_stored_by_simulate_says_who_recorded_it(
    gametape: Gametape, stored: str, sqlite_url: str
) -> None:
    engine = connect(sqlite_url)
    events = EventStore(engine).read(stored)
    engine.dispose()
    assert {event.recorded_by for event in events} == {"simulation"}
    assert [event.at for event in events] == sorted(event.at for event in events)


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        ("frobnicate", "No such command 'frobnicate'."),
        ("simulate chess", "There is no ruleset chess; there are "),
        ("simulate wannabe-football --games 0", "Invalid value for '--games'"),
        ("simulate wannabe-football --seats 9", "Wannabe Football is played by "),
        ("simulate wannabe-football --into No!", "'No!-1' is no id"),
        ("simulate und1c1 --option pile", "--option pile: write KEY=VALUE."),
        ("simulate und1c1 --option pile=99", "--option pile: "),
        ("simulate und1c1 --option stack=9", "--option: Object contains unknown field `stack`."),
        ("replay nowhere", "There is no game nowhere"),
        ("replay nowhere.jsonl", "nowhere.jsonl cannot be read: No such file or directory."),
        ("export nowhere", "There is no game nowhere."),
        ("export", "Several games need a folder"),
        ("import nowhere.jsonl", "nowhere.jsonl cannot be read: No such file or directory."),
        ("verify nowhere", "There is no game nowhere."),
        ("rebuild nowhere", "There is no game nowhere."),
        ("worker", "A worker takes its jobs from Redis"),
        ("token --role king", "Invalid value for '--role'"),
        ("token --role organizer --league nosuch", "There is no league nosuch; make it first"),
        ("token --league nosuch", "say --role organizer"),
        ("serve --port 70000", "Invalid value for '--port'"),
    ],
)
def test_bad_input_is_told_in_one_line(gametape: Gametape, arguments: str, said: str) -> None:
    told = gametape(*arguments.split())
    assert told.exit_code == 2
    assert said in told.stderr
    assert told.stderr.count("\n") == 1
    assert told.stdout == ""


def test_a_taken_id_is_told(gametape: Gametape, stored: str) -> None:
    told = gametape("simulate", SHORT, "--into", "club")
    assert (told.exit_code, told.stderr.count("\n")) == (2, 1)
    assert "There is a game club-1 already" in told.stderr


@pytest.mark.parametrize(
    ("database", "said"),
    [
        ("mysql://somewhere", "not in mysql."),
        ("postgresql://127.0.0.1:1/none", "The database cannot be used: "),
        ("nonsense", "The database cannot be used: "),
    ],
)
def test_an_unusable_database_is_told_in_one_line(
    gametape: Gametape, monkeypatch: pytest.MonkeyPatch, database: str, said: str
) -> None:
    monkeypatch.setenv("GAMETAPE_DATABASE", database)
    told = gametape("verify")
    assert told.exit_code == 2
    assert said in told.stderr
    assert told.stderr.count("\n") == 1


def test_a_folder_is_imported_parents_first_and_a_broken_file_hides_no_other(
    gametape: Gametape,
    stored: str,
    sqlite_url: str,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    engine = connect(sqlite_url)
    store = EventStore(engine)
    store.append("b-branch", [], recorded_by="somebody", parent=Parent(stored, 3, 3))
    store.append("a-branch", [], recorded_by="somebody", parent=Parent("b-branch", 3, 2))
    engine.dispose()
    backup = tmp_path / "backup"
    assert "3 games written" in gametape("export", "--to", backup).stderr
    assert min(file.stem for file in backup.iterdir()) == "a-branch"
    (backup / "broken.jsonl").write_text("{}")
    monkeypatch.setenv("GAMETAPE_DATABASE", f"sqlite:///{tmp_path / 'other.db'}")

    told = gametape("import", backup)
    again = gametape("import", *sorted(backup.iterdir()))

    assert (told.exit_code, "3 games imported" in told.stderr) == (2, True)
    assert "broken.jsonl" in told.stderr
    assert "0 games imported, 3 already there" in again.stderr
    assert gametape("import", tmp_path / "nowhere.jsonl").exit_code == 2
    (tmp_path / "empty").mkdir()
    assert "There is no file *.jsonl" in gametape("import", tmp_path / "empty").stderr


def test_a_broken_file_is_not_imported(gametape: Gametape, stored: str, tmp_path: Path) -> None:
    file = tmp_path / "broken.jsonl"
    exported = gametape("export", stored).stdout
    file.write_text(exported.replace("club-1", "club-9").replace("Side 1", "Side X", 1))
    told = gametape("import", file)
    assert told.exit_code == 2
    assert "broken.jsonl: " in told.stderr
    assert "version 1" in told.stderr


def test_rebuilding_side_by_side_finds_what_rebuilding_alone_finds(
    gametape: Gametape, sqlite_url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(rebuild_command, "WORTH_A_PROCESS", 1)
    gametape("simulate", SHORT, "--games", 3, "--into", "club")
    assert gametape("rebuild", "--processes", 1).exit_code == 0
    engine = connect(sqlite_url)
    with writing(engine) as connection:
        connection.execute(sa.text("UPDATE facts SET value = 7, expected = 3"))
    alone = gametape("rebuild", "club-1", "--processes", 1)
    together = gametape("rebuild", "--processes", 2)
    assert alone.exit_code == together.exit_code == 0
    assert "3 games rebuilt, 0 with another verdict" in together.stdout
    with engine.connect() as connection:
        left = sa.text("SELECT count(*) FROM facts WHERE value = 7 AND expected = 3")
        assert connection.scalar(left) == 0
    engine.dispose()

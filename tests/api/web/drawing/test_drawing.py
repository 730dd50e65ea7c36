"""The browser draws, tells and patches a scene as the server does."""

from __future__ import annotations

import json
import re
from typing import Any

import jsonpatch
import pytest
from playwright.sync_api import Page

from projections.kit.drawing.describe import describe
from projections.kit.drawing.vocabulary import problems
from tests.projections.kit.drawing.scenes import DATA, DESIGNED, designed

CANONICAL = """
(selector) => {
  const plain = (node) => {
    if (node.nodeType === Node.TEXT_NODE) return node.textContent;
    const names = [...node.getAttributeNames()].sort();
    const attributes = names.map((name) => ` ${name}="${node.getAttribute(name)}"`).join("");
    const inner = [...node.childNodes].map(plain).join("");
    return `<${node.localName}${attributes}>${inner}</${node.localName}>\\n`;
  };
  return [...document.querySelectorAll(selector)].map((dock) => plain(dock));
}
"""
SHOW = """
async ([name, turned]) => {
  const { SceneView } = await import("/static/drawing/scene-view.js");
  const root = document.querySelector("[data-stage]"), view = new SceneView(root);
  for (const dock of root.querySelectorAll("[data-dock], [data-panel]")) dock.replaceChildren();
  view.turned = turned;
  view.show(await (await fetch(`/stage/${name}.json`)).json());
}
"""
NUMBER = re.compile(r"-?\d+(?:\.\d+)?")


def drawn(page: Page) -> str:
    parts: list[str] = page.evaluate(CANONICAL, "[data-dock], [data-panel]")
    return "".join(parts)


def assert_alike(server: str, browser: str) -> None:
    """The same markup; numbers may differ by what rounding makes of them."""
    for ours, theirs in zip(server.splitlines(), browser.splitlines(), strict=True):
        assert NUMBER.sub("#", ours) == NUMBER.sub("#", theirs)
        pairs = zip(NUMBER.findall(ours), NUMBER.findall(theirs), strict=True)
        assert all(abs(float(a) - float(b)) < 0.02 for a, b in pairs), (ours, theirs)


@pytest.mark.parametrize("turned", [False, True])
@pytest.mark.parametrize("name", DESIGNED)
def test_browser_and_server_draw_the_same(page: Page, name: str, turned: bool) -> None:
    page.goto(f"/stage/{name}{'/turned' if turned else ''}")
    by_server = drawn(page)
    page.evaluate(SHOW, [name, turned])
    assert_alike(by_server, drawn(page))


@pytest.mark.parametrize("name", DESIGNED)
def test_browser_and_server_tell_the_same(page: Page, name: str) -> None:
    page.goto(f"/stage/{name}")
    told = page.evaluate(
        """async (name) => {
          const { describe } = await import("/static/drawing/describe.js");
          return describe(await (await fetch(`/stage/${name}.json`)).json());
        }""",
        name,
    )
    assert told == describe(designed(name))


REPLAYS = sorted(path.stem for path in DATA.glob("replay-*.json"))


@pytest.mark.parametrize("name", REPLAYS)
def test_patches_make_every_scene_of_a_replay(page: Page, name: str) -> None:
    replay: dict[str, Any] = json.loads((DATA / f"{name}.json").read_text("utf-8"))
    page.goto("/stage/vocabulary")
    patched = page.evaluate(
        """async (replay) => {
          const { patched } = await import("/static/replay/patch.js");
          const scenes = [replay.scene];
          for (const operations of replay.patches) scenes.push(patched(scenes.at(-1), operations));
          return scenes;
        }""",
        replay,
    )
    scene = replay["scene"]
    for operations, made in zip(replay["patches"], patched[1:], strict=True):
        scene = jsonpatch.apply_patch(scene, operations)
        assert made == scene
        assert problems(scene) == []
    assert patched[0] == replay["scene"]


def test_a_patch_replaces_the_whole_and_escapes_its_keys(page: Page) -> None:
    page.goto("/stage/vocabulary")
    made = page.evaluate(
        """async () => {
          const { patched } = await import("/static/replay/patch.js");
          const document = { "a/b~c": [1, 2, 3] };
          const changed = patched(document, [
            { op: "add", path: "/a~1b~0c/-", value: 4 },
            { op: "remove", path: "/a~1b~0c/0" },
          ]);
          return [document, changed, patched(document, [{ op: "replace", path: "", value: 7 }])];
        }"""
    )
    assert made == [{"a/b~c": [1, 2, 3]}, {"a/b~c": [2, 3, 4]}, 7]

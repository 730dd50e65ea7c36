"""The changes: every site of a module, and its code with one of them made."""

from __future__ import annotations

import ast
import random
from collections.abc import Callable, Sequence
from pathlib import Path
from types import CodeType
from typing import Any

from tests.mutations.subjects import Site

Change = tuple[str, Callable[[], None]]

_SWAPPED: dict[type[ast.AST], type[ast.AST]] = {
    ast.Lt: ast.LtE,
    ast.LtE: ast.Lt,
    ast.Gt: ast.GtE,
    ast.GtE: ast.Gt,
    ast.Eq: ast.NotEq,
    ast.NotEq: ast.Eq,
    ast.Is: ast.IsNot,
    ast.IsNot: ast.Is,
    ast.In: ast.NotIn,
    ast.NotIn: ast.In,
    ast.And: ast.Or,
    ast.Or: ast.And,
    ast.Add: ast.Sub,
    ast.Sub: ast.Add,
    ast.Mult: ast.Add,
    ast.Div: ast.Mult,
    ast.FloorDiv: ast.Mult,
    ast.Mod: ast.Add,
    ast.BitAnd: ast.BitOr,
    ast.BitOr: ast.BitAnd,
}


class Changes(ast.NodeVisitor):
    """Every change of a module: line, function, words, and what makes it."""

    def __init__(self, tree: ast.Module) -> None:
        self.found: list[tuple[int, str, str, Callable[[], None]]] = []
        self._functions: list[str] = []
        self.visit(tree)

    def _add(self, node: ast.AST, words: str, change: Callable[[], None]) -> None:
        function = ".".join(self._functions)
        self.found.append((getattr(node, "lineno", 0), function, words, change))

    def visit_FunctionDef(self, node: ast.FunctionDef) -> None:
        self._functions.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._functions.pop()

    def visit_ClassDef(self, node: ast.ClassDef) -> None:
        self._functions.append(node.name)
        for statement in node.body:
            self.visit(statement)
        self._functions.pop()

    def visit_AnnAssign(self, node: ast.AnnAssign) -> None:
        if node.value is not None:
            self.visit(node.value)

    def visit_JoinedStr(self, node: ast.JoinedStr) -> None:
        """A sentence is left alone."""

    def visit_Raise(self, node: ast.Raise) -> None:
        """What is said of a mistake is left alone."""

    def visit_Constant(self, node: ast.Constant) -> None:
        if isinstance(node.value, bool):
            other: object = not node.value
        elif isinstance(node.value, int):
            other = node.value + 1
        else:
            return
        self._add(node, f"{node.value} becomes {other}", lambda: setattr(node, "value", other))

    def visit_Compare(self, node: ast.Compare) -> None:
        for n, operator in enumerate(node.ops):
            self._swap(node, node.ops, n, operator)
        self.generic_visit(node)

    def visit_BoolOp(self, node: ast.BoolOp) -> None:
        other = _SWAPPED[type(node.op)]()
        self._add(node, _words(node.op, other), lambda: setattr(node, "op", other))
        for n, value in enumerate(node.values):
            neutral = ast.Constant(isinstance(node.op, ast.And))
            self._add(node, f"without {ast.unparse(value)}", _setter(node.values, n, neutral))
        self.generic_visit(node)

    def visit_BinOp(self, node: ast.BinOp) -> None:
        if type(node.op) in _SWAPPED and not _is_text(node):
            other = _SWAPPED[type(node.op)]()
            self._add(node, _words(node.op, other), lambda: setattr(node, "op", other))
        self.generic_visit(node)

    def visit_UnaryOp(self, node: ast.UnaryOp) -> None:
        if isinstance(node.op, ast.Not):
            self._add(node, "without not", _negator(node, "operand"))
        self.generic_visit(node)

    def visit_If(self, node: ast.If) -> None:
        self._negate(node, "if")
        self.generic_visit(node)

    def visit_IfExp(self, node: ast.IfExp) -> None:
        self._negate(node, "if")
        self.generic_visit(node)

    def visit_comprehension(self, node: ast.comprehension) -> None:
        for n, test in enumerate(node.ifs):
            self._add(test, f"without if {ast.unparse(test)}", _remover(node.ifs, test, n))
        self.generic_visit(node)

    def visit_Return(self, node: ast.Return) -> None:
        # Who calls it does not tell False from None.
        if node.value is not None and not _is_nothing(node.value):
            self._add(node, "returns None", lambda: setattr(node, "value", ast.Constant(None)))
        self.generic_visit(node)

    def visit_Call(self, node: ast.Call) -> None:
        if _called(node) == "replace":
            for n, keyword in enumerate(node.keywords):
                if keyword.arg:
                    self._add(node, f"without {keyword.arg}=", _remover(node.keywords, keyword, n))
        self.generic_visit(node)

    def visit_Expr(self, node: ast.Expr) -> None:
        if isinstance(node.value, ast.Constant):
            return
        nothing = ast.Constant(None)
        words = f"without {ast.unparse(node)[:60]}"
        self._add(node, words, lambda: setattr(node, "value", nothing))
        self.generic_visit(node)

    def visit_AugAssign(self, node: ast.AugAssign) -> None:
        if type(node.op) in _SWAPPED:
            other = _SWAPPED[type(node.op)]()
            self._add(node, _words(node.op, other), lambda: setattr(node, "op", other))
        self.generic_visit(node)

    def _negate(self, node: ast.If | ast.IfExp, what: str) -> None:
        self._add(node, f"{what} not {ast.unparse(node.test)[:60]}", _negator(node, "test"))

    def _swap(self, node: ast.Compare, held: list[ast.cmpop], n: int, old: ast.cmpop) -> None:
        other = _SWAPPED[type(old)]()
        self._add(node, _words(old, other), _setter(held, n, other))


def _remover(held: list[Any], value: Any, n: int) -> Callable[[], None]:
    def change() -> None:
        del held[n]

    return change


def _setter(held: list[Any], n: int, value: ast.AST) -> Callable[[], None]:
    def change() -> None:
        held[n] = value

    return change


def _negator(node: ast.AST, part: str) -> Callable[[], None]:
    return lambda: setattr(node, part, ast.UnaryOp(ast.Not(), getattr(node, part)))


def _words(old: ast.AST, new: ast.AST) -> str:
    return f"{type(old).__name__} becomes {type(new).__name__}"


def _is_text(node: ast.BinOp) -> bool:
    sides = (node.left, node.right)
    return any(isinstance(s, ast.JoinedStr) or _constant_text(s) for s in sides)


def _constant_text(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, str)


def _is_nothing(node: ast.AST) -> bool:
    return isinstance(node, ast.Constant) and node.value in (None, False)


def _called(node: ast.Call) -> str:
    return str(getattr(node.func, "attr", getattr(node.func, "id", "")))


def sites(area: str, file: Path) -> list[Site]:
    """All sites of a module, in the order in which `changed` counts them."""
    found = Changes(ast.parse(file.read_text())).found
    return [
        Site(area, file, n, line, function, words)
        for n, (line, function, words, _) in enumerate(found)
    ]


def changed(site: Site) -> CodeType:
    """The module's code with the change of the site."""
    tree = ast.parse(site.file.read_text())
    Changes(tree).found[site.n][3]()
    return compile(ast.fix_missing_locations(tree), str(site.file), "exec")


def drawn(found: Sequence[Site], most: int, seed: int) -> list[Site]:
    """Some of the sites, of each area its share."""
    if len(found) <= most:
        return list(found)
    return sorted(random.Random(seed).sample(found, most), key=found.index)

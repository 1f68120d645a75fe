"""YAML with line numbers, and with everything refused that our data files have no use for."""

from dataclasses import dataclass, field
from typing import Any

import yaml

from scripts.content.pages import At

Path = tuple[str | int, ...]


@dataclass
class Document:
    """A parsed file. `lines` gives the line of each item and key by its path; with `errors` there is no `value`."""

    value: Any = None
    lines: dict[Path, int] = field(default_factory=dict)
    errors: list[At] = field(default_factory=list)

    def line(self, path: Path) -> int:
        """The line of the item at `path`, or of the nearest one that holds it."""
        while path and path not in self.lines:
            path = path[:-1]
        return self.lines.get(path, 1)


def load(text: str) -> Document:
    """Parse `text`; never raises."""
    document = Document()
    loader = yaml.CSafeLoader(text)
    try:
        node = loader.get_single_node()
        if node is not None:
            _walk(node, (), document, set())
            if not document.errors:
                document.value = loader.construct_document(node)
    except yaml.MarkedYAMLError as error:
        line = error.problem_mark.line + 1 if error.problem_mark else 1
        document.errors.append(At(line, f"is not valid YAML: {error.problem}; compare with the lines around it"))
    except yaml.YAMLError as error:
        document.errors.append(At(1, f"is not valid YAML: {' '.join(str(error).split())}"))
    except RecursionError:
        document.errors.append(At(1, "is nested too deep; write it as the other entries are written"))
    except (AttributeError, TypeError, ValueError) as error:
        document.errors.append(At(1, f"has a value that is not valid YAML: {error}; put it in quotes"))
    finally:
        loader.dispose()
    return document


def _walk(node: yaml.Node, path: Path, document: Document, seen: set[int]) -> None:
    """Note the lines of all items below `node`, and what is refused: aliases, keys twice, keys that are no text."""
    line = node.start_mark.line + 1
    document.lines.setdefault(path, line)
    if id(node) in seen:
        document.errors.append(At(line, "uses an anchor (`&name`, `*name`); write the value out"))
        return
    seen.add(id(node))
    if isinstance(node, yaml.SequenceNode):
        for index, item in enumerate(node.value):
            _walk(item, (*path, index), document, seen)
    elif isinstance(node, yaml.MappingNode):
        keys: set[str] = set()
        for key, value in node.value:
            line = key.start_mark.line + 1
            if not isinstance(key, yaml.ScalarNode) or key.tag != "tag:yaml.org,2002:str":
                document.errors.append(At(line, "has a key that is no text; put the key in quotes"))
                continue
            if key.value in keys:
                document.errors.append(At(line, f"has the key `{key.value}` twice in one entry; keep one of them"))
            keys.add(key.value)
            document.lines[(*path, key.value)] = line
            _walk(value, (*path, key.value), document, seen)

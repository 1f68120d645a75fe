"""Make matplotlib's SVG small, and safe to stand beside other figures inside one HTML page."""

import re
from xml.etree import ElementTree

SVG = "http://www.w3.org/2000/svg"
XLINK = "http://www.w3.org/1999/xlink"
GEOMETRY = ("d", "x", "y", "width", "height", "transform")
UNSEEN = "fill: none"
NUMBER = re.compile(r"-?\d+\.\d+")
DEFAULTS = re.compile(r"font-family: [^;]*; |text-anchor: start; ")
REFERENCE = re.compile(r"#([\w.-]+)\)?$")


def compact(svg: str, prefix: str) -> str:
    """The same drawing with less text.

    Prologue, metadata, groups that only carried an id and the style sheet (which would apply to the whole page) are
    dropped, coordinates rounded to a tenth of a point, the choice of font left to the page. Only ids that something
    refers to are kept, renamed `<prefix>-1`, `<prefix>-2`, … in document order, so that two figures with different
    prefixes never share one.
    """
    ElementTree.register_namespace("", SVG)
    ElementTree.register_namespace("xlink", XLINK)
    root = ElementTree.fromstring(svg)
    _drop(root, f"{{{SVG}}}metadata", f"{{{SVG}}}style")
    root.set("stroke-linejoin", "round")
    root.set("font-family", "sans-serif")
    _rename_ids(root, prefix)
    _flatten(root)
    for element in root.iter():
        _shorten(element)
        if element.tag != f"{{{SVG}}}text":
            element.text = "\n" if len(element) else None
        element.tail = "\n"
    return ElementTree.tostring(root, encoding="unicode")


def _drop(root: ElementTree.Element, *tags: str) -> None:
    for parent in list(root.iter()):
        for child in list(parent):
            if child.tag in tags:
                parent.remove(child)


def _rename_ids(root: ElementTree.Element, prefix: str) -> None:
    wanted = {name for element in root.iter() for name in _references(element).values()}
    names: dict[str, str] = {}
    for element in root.iter():
        name = element.attrib.pop("id", None)
        if name in wanted:
            names[name] = f"{prefix}-{len(names) + 1}"
            element.set("id", names[name])
    for element in root.iter():
        for attribute, name in _references(element).items():
            element.set(attribute, element.attrib[attribute].replace(f"#{name}", f"#{names[name]}"))


def _flatten(parent: ElementTree.Element) -> None:
    """Put the children of groups without attributes in their place, and drop empty definitions and unseen paths."""
    kept = []
    for child in list(parent):
        _flatten(child)
        if child.tag == f"{{{SVG}}}g" and not child.attrib:
            kept += list(child)
        elif len(child) or (child.tag != f"{{{SVG}}}defs" and child.get("style") != UNSEEN):
            kept.append(child)
    parent[:] = kept


def _references(element: ElementTree.Element) -> dict[str, str]:
    """The ids this element refers to, by attribute."""
    found = {}
    for attribute in (f"{{{XLINK}}}href", "clip-path"):
        if match := REFERENCE.search(element.get(attribute, "")):
            found[attribute] = match[1]
    return found


def _shorten(element: ElementTree.Element) -> None:
    """Write the attributes with fewer characters."""
    for name in set(GEOMETRY) & set(element.attrib):
        short = NUMBER.sub(lambda match: f"{float(match.group()):.1f}".removesuffix(".0"), element.attrib[name])
        element.set(name, " ".join(short.split()))
    if element.get("transform", "").startswith("rotate(-0 "):
        del element.attrib["transform"]
    if style := element.get("style"):
        element.set("style", re.sub(r"([:;]) ", r"\1", DEFAULTS.sub("", style)))

"""What the tests share: a small map by hand, and a second reading of the rules that shares no code with the game."""

import re

import numpy as np

TINY = """\
8 6
2
3
4
1 6
 0; 0; 0; 0; 0; 0; 0; 0
 0; 1; 1;1M; 2; 2; 2; 0
 0;1P; 1; 2; 2;2M; 2; 0
 0; 1; 1; 3; 3; 3;3P; 0
 0; 3; 3; 3;3M; 3; 0; 0
 0; 0; 0; 0; 0; 0; 0; 0
"""


def grids(text):
    """Read a map's text again: regions, letters, treasure."""
    lines = text.splitlines()
    cells = [[cell.strip() for cell in line.split(";")] for line in lines[5:]]
    region = np.array([[int(cell.rstrip("MP")) for cell in row] for row in cells])
    letter = np.array([[cell.lstrip("0123456789") for cell in row] for row in cells])
    return region, letter, tuple(map(int, lines[4].split()))


def points(text):
    return [(int(row), int(column)) for row, column in re.findall(r"\((\d+), (\d+)\)", text)]


def box(text):
    found = re.findall(r"rows (\d+) to (\d+), columns (\d+) to (\d+)", text)
    return [tuple(map(int, four)) for four in found]


def inside(place, four):
    return four[0] <= place[0] <= four[1] and four[2] <= place[1] <= four[3]


def agrees(says, place, region, letter, prison):
    """Say whether the treasure at *place* makes a sentence true, from its words alone."""
    row, column = place
    height, width = region.shape
    own = int(region[place])
    numbers = [int(number) for number in re.findall(r"\d+", says)]
    if "tile" in says and ("none of the tiles" in says or "not on the tile" in says):
        return place not in points(says)
    if "in one of the regions" in says:
        return own in numbers
    if "not in region" in says or "none of the regions" in says:
        return own not in numbers
    if "between two rectangles" in says:
        outer, inner = box(says)
        return inside(place, outer) and not inside(place, inner)
    if "rectangle" in says:
        return inside(place, box(says)[0]) != ("not in" in says)
    if "nearer" in says or "at least as near" in says:
        (you,) = points(says)
        mine = abs(you[0] - row) + abs(you[1] - column)
        his = abs(prison[0] - row) + abs(prison[1] - column)
        return (mine < his) == says.startswith("You")
    if re.search(r"\b(row|column) \d", says):
        rows = [int(n) for n in re.findall(r"row (\d+)", says)]
        columns = [int(n) for n in re.findall(r"column (\d+)", says)]
        on = row in rows or column in columns
        return on != ("not in" in says or "neither" in says)
    if "or on their boundary" in says:
        return own in numbers
    if "on a boundary between two land regions" in says:
        around = [(row + a, column + b) for a, b in ((0, 1), (1, 0), (0, -1), (-1, 0))]
        others = [region[r, c] for r, c in around if 0 <= r < height and 0 <= c < width]
        return any(other not in (0, own) for other in others) != ("not on" in says)
    if "of the sea" in says:
        near = region[max(0, row - 3) : row + 4, max(0, column - 3) : column + 4]
        return bool((near == 0).any()) != ("not within" in says)
    if "half of the map" in says:
        half = re.search(r"the (\w+) half", says)[1]
        in_it = {
            "northern": row < height // 2,
            "southern": row >= height // 2,
            "western": column < width // 2,
            "eastern": column >= width // 2,
        }[half]
        return not in_it
    if says.startswith("From"):
        down, right = row + 0.5 - height // 2, column + 0.5 - width // 2
        if "prison" in says:
            (point,) = points(says)
            assert point == prison, "a named prison is his"
            down, right = row - point[0], column - point[1]
        return {
            "north": -down >= abs(right) and down < 0,
            "south": down >= abs(right) and down > 0,
            "west": -right >= abs(down) and right < 0,
            "east": right >= abs(down) and right > 0,
            "northeast": down <= 0 <= right,
            "southeast": down >= 0 and right >= 0,
            "southwest": down >= 0 >= right,
            "northwest": down <= 0 and right <= 0,
        }[re.search(r"to the (\w+)\.", says)[1]]
    if "mountains" in says:
        return bool((letter[region == own] == "M").any()) == ("with mountains" in says)
    raise AssertionError(f"no reading of: {says}")

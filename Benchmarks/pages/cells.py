"""Cells and squares of places, as Cairn computes them."""

import math


class Cells:
    """S2 leaf cells, as Sources/Proximity/Cells makes them."""

    @staticmethod
    def st(value):
        return 0.5 * math.sqrt(1 + 3 * value) if value >= 0 else 1 - 0.5 * math.sqrt(1 - 3 * value)

    @classmethod
    def ij(cls, value):
        return max(0, min((1 << 30) - 1, math.floor((1 << 30) * cls.st(value))))

    @classmethod
    def leaf(cls, latitude, longitude):
        latitude, longitude = latitude * (math.pi / 180), longitude * (math.pi / 180)
        around = math.cos(latitude)
        x, y, z = around * math.cos(longitude), around * math.sin(longitude), math.sin(latitude)
        if abs(x) > max(abs(y), abs(z)):
            face, u, v, out = (0, y, z, x) if x > 0 else (3, -z, -y, -x)
        elif abs(y) > abs(z):
            face, u, v, out = (1, -x, z, y) if y > 0 else (4, -z, x, -y)
        else:
            face, u, v, out = (2, -x, -y, z) if z > 0 else (5, y, x, -z)
        i, j = cls.ij(u / out), cls.ij(v / out)
        turned, position = face & 1, 0
        for shift in range(29, -1, -1):
            found, after = cls.steps[turned][(i >> shift & 1) << 1 | j >> shift & 1]
            position, turned = position << 2 | found, after
        number = face << 61 | position << 1 | 1
        return number - (1 << 64) if number >> 63 else number

    @staticmethod
    def tables():
        """By orientation and child: its position along the Hilbert curve, and its own orientation."""
        steps = []
        for turned in range(4):
            row = [None] * 4
            for position in range(4):
                child = position ^ position >> 1
                if turned & 1:
                    child = child >> 1 | (child & 1) << 1
                if turned & 2:
                    child ^= 3
                row[child] = position, turned ^ {0: 1, 3: 3}.get(position, 0)
            steps.append(row)
        return steps


Cells.steps = Cells.tables()


def grid(latitude, longitude):
    """The point of a place in the units in which maps count, and the squares that contain it."""
    x = longitude / 360 + 0.5
    y = 0.5 - math.asinh(math.tan(latitude * math.pi / 180)) / (2 * math.pi)
    x, y = int(x * (1 << 30)), int(y * (1 << 30))
    squares = [level << 40 | y >> 30 - level << 20 | x >> 30 - level for level in range(2, 19, 2)]
    return x, y, squares

/**
 * Twisty puzzles as solids in space: marks at points, each with a direction, that turn about axes. Nothing of src is
 * used.
 */

export type Vector = readonly [x: number, y: number, z: number];

/** Directions of a cube's faces, with R to the right, U up and F to the front. */
export const CUBE: Readonly<Record<string, Vector>> = {
  U: [0, 1, 0],
  D: [0, -1, 0],
  R: [1, 0, 0],
  L: [-1, 0, 0],
  F: [0, 0, 1],
  B: [0, 0, -1],
};

/** Directions of the faces of a tetrahedron. Its top is the corner of F, L and R. */
export const TETRAHEDRON: Readonly<Record<string, Vector>> = {
  F: [1, -1, 1],
  L: [-1, 1, 1],
  R: [1, 1, -1],
  D: [-1, -1, -1],
};

export function sum(...vectors: readonly Vector[]): Vector {
  return vectors.reduce<Vector>(([x, y, z], [a, b, c]) => [x + a, y + b, z + c], [0, 0, 0]);
}

export function negative([x, y, z]: Vector): Vector {
  return [-x, -y, -z];
}

export function dot([x, y, z]: Vector, [a, b, c]: Vector): number {
  return x * a + y * b + z * c;
}

function cross([x, y, z]: Vector, [a, b, c]: Vector): Vector {
  return [y * c - z * b, z * a - x * c, x * b - y * a];
}

/** Returns a vector turned clockwise about an axis, as seen from the end of the axis: by Rodrigues' formula, rounded to whole numbers. */
export function clockwise(vector: Vector, axis: Vector, degrees: number): Vector {
  const angle = (-degrees * Math.PI) / 180;
  const length = Math.sqrt(dot(axis, axis));
  const across = cross(axis, vector);
  const along = dot(axis, vector) / length ** 2;
  const turned = [0, 1, 2].map((at) =>
    Math.round(
      vector[at] * Math.cos(angle) + (across[at] / length) * Math.sin(angle) + axis[at] * along * (1 - Math.cos(angle)),
    ),
  );
  // Adding 0 removes -0, which would be another key.
  return [turned[0] + 0, turned[1] + 0, turned[2] + 0];
}

/** Marks on a solid. */
export class Marks {
  readonly #marks: ReadonlyMap<string, { readonly at: Vector; readonly direction: Vector; readonly mark: string }>;

  constructor(marks: Iterable<{ readonly at: Vector; readonly direction: Vector; readonly mark: string }>) {
    this.#marks = new Map([...marks].map((entry) => [`${entry.at} ${entry.direction}`, entry]));
  }

  markAt(at: Vector, direction: Vector): string {
    return this.#marks.get(`${at} ${direction}`)?.mark ?? '?';
  }

  /** Returns the solid with some of its marks turned about an axis. @param turns returns whether the marks at a point turn */
  turned(axis: Vector, degrees: number, turns: (at: Vector) => boolean): Marks {
    return new Marks(
      [...this.#marks.values()].map((entry) =>
        turns(entry.at)
          ? {
              at: clockwise(entry.at, axis, degrees),
              direction: clockwise(entry.direction, axis, degrees),
              mark: entry.mark,
            }
          : entry,
      ),
    );
  }
}

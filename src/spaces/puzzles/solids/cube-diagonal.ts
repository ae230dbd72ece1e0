/** Turns of a cube about its diagonals. */

const OPPOSITE: Readonly<Record<string, string>> = { U: 'D', D: 'U', R: 'L', L: 'R', F: 'B', B: 'F' };

/**
 * Returns the cycles of faces in a third of a turn about a corner, clockwise seen from there: each face is carried to the next.
 * @param corner its faces counterclockwise
 */
export function cubeDiagonal(corner: string): string[] {
  const clockwise = [...corner].reverse();
  return [clockwise.join(''), clockwise.map((face) => OPPOSITE[face]).join('')];
}

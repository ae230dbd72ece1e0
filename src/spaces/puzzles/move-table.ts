/**
 * Coordinates of puzzles that twist: what the pieces of one kind do, as a number by itself.
 *
 * A move changes the places of the pieces of a kind, or their turns, independently of all others.
 * So the number of a state is put together of several such coordinates, and a neighbour's number of as many entries of
 * small tables, which are made once.
 *
 * Source: H. Kociemba's two-phase algorithm (1992), http://kociemba.org/cube.htm, "The coordinate level".
 */

/** A coordinate: its values 0..values-1 stand for arrangements. */
export interface Coordinate<Arrangement> {
  readonly values: number;
  arrangementOf(value: number): Arrangement;
  valueOf(arrangement: Arrangement): number;
}

/**
 * Returns the value that each move makes of each value of a coordinate.
 * @param weight what one of the coordinate counts in the number of a state
 * @returns [value * moves + move] -> weight * the value after the move
 */
export function moveTable<Arrangement>(
  coordinate: Coordinate<Arrangement>,
  weight: number,
  moves: readonly ((arrangement: Arrangement) => Arrangement)[],
): Int32Array {
  const table = new Int32Array(coordinate.values * moves.length);
  for (let value = 0; value < coordinate.values; value++) {
    const arrangement = coordinate.arrangementOf(value);
    for (const [move, after] of moves.entries()) {
      table[value * moves.length + move] = weight * coordinate.valueOf(after(arrangement));
    }
  }
  return table;
}

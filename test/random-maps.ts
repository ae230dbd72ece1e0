/** Random boards with missing cells, for tests of properties. */

import fc from 'fast-check';

/** Returns the rows of a connected map with this many cells, with or without missing squares. */
export function randomMap(leastCells: number, mostCells: number): fc.Arbitrary<string[]> {
  return fc
    .tuple(
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: 2, max: 5 }),
      fc.integer({ min: leastCells, max: mostCells }),
      fc.array(fc.nat(999), { minLength: mostCells + 1, maxLength: mostCells + 1 }),
    )
    .map(([rows, columns, cells, choices]) => {
      const map = Array.from({ length: rows }, () => new Array<string>(columns).fill('#'));
      // The map grows from a first cell; each further cell is a neighbour of an earlier one.
      let edge = [[choices[0] % rows, choices[1] % columns]];
      for (let cell = 0; cell < cells && edge.length > 0; cell++) {
        const [row, column] = edge[choices[cell + 1] % edge.length];
        map[row][column] = '.';
        edge = [...edge, [row - 1, column], [row + 1, column], [row, column - 1], [row, column + 1]].filter(
          ([r, c]) => map[r]?.[c] === '#',
        );
      }
      return map.map((row) => row.join(''));
    })
    .filter((map) => [...map.join('')].filter((mark) => mark === '.').length >= leastCells);
}

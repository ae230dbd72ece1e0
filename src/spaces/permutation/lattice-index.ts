/**
 * Returns the index of the subgroup of Z/m_1 x ... x Z/m_r that some vectors generate.
 *
 * Add m_c times the unit vector c, for each c. All of these vectors generate a lattice in Z^r of the same index. Euclid's algorithm on rows
 * brings it to triangular form, and the index is the product of the diagonal. Example: (1, 1) generates a subgroup of index 2 in
 * Z/2 x Z/2.
 *
 * @param moduli from 1
 * @param vectors of whole numbers from 0, one for each modulus
 */
export function indexOfSubgroup(moduli: readonly number[], vectors: readonly (readonly number[])[]): bigint {
  let index = 1n;
  let rows = vectors.map((vector) => vector.map((entry, column) => entry % moduli[column]));
  for (let column = 0; column < moduli.length; column++) {
    let pivot = moduli.map((modulus, at) => (at === column ? modulus : 0));
    const rest: number[][] = [];
    for (let row of rows) {
      while (row[column] !== 0) {
        const times = Math.floor(pivot[column] / row[column]);
        const difference = subtracted(pivot, row, times, column, moduli);
        pivot = row;
        row = difference;
      }
      if (row.some((entry) => entry !== 0)) rest.push(row);
    }
    index *= BigInt(pivot[column]);
    rows = rest;
  }
  return index;
}

/** Returns a row less a multiple of another one. Entries right of a column are reduced modulo the later unit vectors. */
function subtracted(
  row: readonly number[],
  other: readonly number[],
  times: number,
  column: number,
  moduli: readonly number[],
): number[] {
  return row.map((entry, at) => {
    const difference = entry - times * other[at];
    if (at <= column) return difference;
    const rest = difference % moduli[at];
    return rest < 0 ? rest + moduli[at] : rest;
  });
}

/** Fast unranking of permutations. */

/**
 * Writes the permutation of 0..n-1 with this rank, without checks: the inverse of rankOfBytes.
 * @param rank 0..n!-1
 * @param permutation receives n elements, up to 18
 */
export function unrankBytes(rank: number, permutation: Uint8Array): void {
  const n = permutation.length;
  let rest = rank;
  for (let j = n - 1; j >= 0; j--) {
    const radix = n - j;
    const digit = rest % radix;
    rest = Math.floor(rest / radix);
    permutation[j] = digit;
    for (let k = j + 1; k < n; k++) if (permutation[k] >= digit) permutation[k]++;
  }
}

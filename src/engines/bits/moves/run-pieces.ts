/** Runs that a block takes from a group of blocks, ordered by the block they come from: each is then brought once. */

/** Runs begin..end-1, which come from one block. */
export interface RunPiece {
  readonly begin: number;
  readonly end: number;
}

/**
 * @param runs of the target block
 * @param sourceOf the block of the group that a run comes from
 * @returns for each such block, the pieces of consecutive runs that come from it
 */
export function piecesBySource(runs: number, sourceOf: (run: number) => number): Map<number, RunPiece[]> {
  const pieces = new Map<number, RunPiece[]>();
  for (let begin = 0; begin < runs; ) {
    const source = sourceOf(begin);
    let end = begin + 1;
    while (end < runs && sourceOf(end) === source) end++;
    const ofSource = pieces.get(source);
    if (ofSource === undefined) pieces.set(source, [{ begin, end }]);
    else ofSource.push({ begin, end });
    begin = end;
  }
  return pieces;
}

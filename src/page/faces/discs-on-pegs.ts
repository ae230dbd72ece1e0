/** Reads discs on pegs from the texts of states. */

/** Returns the sizes of the discs on each peg, from bottom to top, with 1 for the smallest; null if the text is not a state. */
export function discsOnPegs(state: string, pegs: number): number[][] | null {
  const discs = [...state].map((letter) => letter.charCodeAt(0) - 'A'.charCodeAt(0));
  if (discs.length === 0 || !discs.every((peg) => peg >= 0 && peg < pegs)) return null;
  const towers: number[][] = Array.from({ length: pegs }, () => []);
  for (const [index, peg] of discs.entries()) towers[peg].push(discs.length - index);
  return towers;
}

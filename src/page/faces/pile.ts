/** Reads piles of pancakes from the texts of states. */

/** Returns the pancakes from the top, negative if the burnt side is up; null if the text is not a pile. */
export function pileOf(state: string): number[] | null {
  const pile = state.split(' ').map(Number);
  const sizes = new Set(pile.map(Math.abs));
  return sizes.size === pile.length && pile.every((_, index) => sizes.has(index + 1)) ? pile : null;
}

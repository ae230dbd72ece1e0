import type { ChainNumbering } from '../colourings/chain.js';
import type { ColouredPuzzle } from '../colourings/colouring.js';
import { numberStates } from '../colourings/number-states.js';

export function temporaryNumbering(puzzle: ColouredPuzzle): ChainNumbering | string {
  const kinds = Math.max(...puzzle.colours.map(({ kind }) => kind)) + 1;
  let refusal = '';
  for (let own = 0; own <= kinds; own++) {
    const labels = new Map<string, number>();
    const block = puzzle.colours.map(({ set, kind, facet }) => {
      const key = kind < own ? `${kind} ${facet}` : `set ${set} ${facet}`;
      const label = labels.get(key) ?? labels.size;
      labels.set(key, label);
      return label;
    });
    const numbering = numberStates(puzzle, { frames: 'exact', block, word: null });
    if (typeof numbering !== 'string') return numbering;
    refusal = numbering;
  }
  return refusal;
}

/** The difficulty of a state compared to all states of its space. */

import type { DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';
import { counted, wordsFor } from '../explorer/words.js';

/** Maximum number of decimals of a small share. */
const MOST_DECIMALS = 12;

/** Returns a sentence such as `Harder than 99.9 % of all positions.` */
export function rarityText(distance: number, { histogram, states }: DistributionAnswer, space: SpaceAnswer): string {
  const words = wordsFor(space);
  const harder = space.directed ? 'Farther' : 'Harder';
  const hardest = space.directed ? 'farthest' : 'hardest';
  if (distance === 0) return '';
  const last = histogram.length - 1;
  if (distance === last) {
    const [of] = histogram.slice(-1);
    return of === 1
      ? `The ${hardest} ${words.state} of all.`
      : `One of the ${counted(of, '', `${hardest} ${words.states}`)}.`;
  }
  const below = histogram.slice(0, distance).reduce((sum, count) => sum + count, 0);
  return `${harder} than ${shareBelow(below / states)} of all ${words.states}.`;
}

/** Returns a share in percent, rounded down, so that 99.99 % does not become 100 %, with enough decimals that 0.003 % does not become 0 %. */
function shareBelow(share: number): string {
  for (let decimals = 1; ; decimals++) {
    const digits = Math.floor(share * 100 * 10 ** decimals);
    if (digits > 0 || decimals === MOST_DECIMALS) return `${(digits / 10 ** decimals).toFixed(decimals)} %`;
  }
}

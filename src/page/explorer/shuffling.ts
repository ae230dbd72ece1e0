/** The amounts of Shuffle: a distance or, if the space has no table, the length of a random walk. */

import type { DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';
import { apiPath } from './api.js';

/** Length of a walk in a space whose maximum depth is unknown. */
const USUAL_WALK = 100;
/** Length of a walk in maximum depths. A walk ends nearer than its length: twice the maximum depth leads to typical states. */
const WALK_FACTOR = 2;
const LONGEST_WALK = 1000;

/** Returns the most common distance, or the length of a walk; null while it is unknown. */
export function usualShuffle(space: SpaceAnswer, distribution: DistributionAnswer | null): number | null {
  if (space.hasTable) return distribution?.mode ?? null;
  return space.maxDepth === null ? USUAL_WALK : WALK_FACTOR * space.maxDepth;
}

export function longestShuffle({ hasTable, maxDepth }: SpaceAnswer): number {
  return hasTable && maxDepth !== null ? maxDepth : LONGEST_WALK;
}

export function shufflePath({ id, hasTable }: SpaceAnswer, amount: number): string {
  return apiPath(id, 'random', { [hasTable ? 'depth' : 'steps']: String(amount), count: '1' });
}

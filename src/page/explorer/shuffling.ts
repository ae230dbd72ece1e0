/** The amounts of Shuffle: a distance, or the length of a random walk if the space has no table. */

import type { DistributionAnswer, SpaceAnswer } from '../../serve/answers.js';
import { apiPath } from './api.js';

/** Moves of a walk in a space whose maximum depth is unknown. */
const USUAL_WALK = 100;
/** A walk leads less far than its length: twice the maximum depth leads to states of the middle. */
const WALK_FACTOR = 2;
const LONGEST_WALK = 1000;

/** The distance of most states, or the length of a walk. Returns null while that is not known. */
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

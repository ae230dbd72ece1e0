/** Describes a space whose states are numbers for reports. */

import { nameOfSource } from '../../space/open-space.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { StateSpace } from '../../space/state-space.js';
import type { VerifiedSpace } from '../referee/verified-space.js';

export function verifiedStates(source: SpaceSource, space: StateSpace): VerifiedSpace {
  return {
    source,
    name: space.name,
    fullName: nameOfSource(source, space),
    metric: space.metric ?? null,
    size: space.size,
    starts: space.starts.map((start) => space.format(start)),
    board: null,
  };
}

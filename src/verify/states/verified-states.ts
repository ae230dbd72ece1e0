/** Describes a space whose states are numbers, for reports. */

import { nameWithoutGoal } from '../../space/names.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpaceSource } from '../../space/space-source.js';
import type { VerifiedSpace } from '../referee/verified-space.js';

export function verifiedStates(source: SpaceSource, space: NumberedSpace): VerifiedSpace {
  return {
    source,
    name: space.name,
    fullName: nameWithoutGoal({ source, name: space.fullName }),
    metric: space.metric,
    size: space.size,
    starts: space.starts.map((start) => space.format(start)),
    board: null,
  };
}

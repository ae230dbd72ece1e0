/** Describes a space whose states are numbers for reports. */

import type { NumberedSpace } from '../../space/space.js';
import type { VerifiedSpace } from '../referee/verified-space.js';

export function verifiedStates(space: NumberedSpace): VerifiedSpace {
  const { source, name, fullName, metric, size, starts } = space;
  return { source, name, fullName, metric, size, starts: starts.map((start) => space.format(start)), board: null };
}

/** A pattern prepared for its enumeration, before any memory is allocated. */

import type { SpaceOutline } from '../../space/facts.js';
import type { NumberedSpace, PatternView } from '../../space/space.js';
import type { Need } from '../engine.js';
import type { BitsetLayout } from './kernel/layout.js';

export interface PreparedPattern {
  readonly space: NumberedSpace;
  readonly pattern: PatternView;
  readonly facts: SpaceOutline;
  readonly need: Need;
  readonly layout: BitsetLayout;
  readonly threads: number;
}

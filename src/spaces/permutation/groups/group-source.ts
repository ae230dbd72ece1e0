import type { GeneratedSpace, KnownSpace, SpaceSource } from '../../../space/space-source.js';

/** The source of a permutation puzzle. */
export type GroupSource = Extract<SpaceSource, KnownSpace | GeneratedSpace>;

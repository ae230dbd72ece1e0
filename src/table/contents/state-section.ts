/** The length of the section in tables with one section for all states. */

import { patternBitsetBytes } from '../../spaces/pattern/bit-address.js';
import { factorial } from '../../spaces/permutation/lehmer.js';
import { notReachedIn, type TableClaims, tableBytes } from './contents.js';

/** Returns the number of bytes of the section. */
export function sectionBytes(claims: TableClaims): number {
  const { facts, encoding } = claims;
  const { source, size } = facts;
  if (encoding !== 'mod4' || source.kind !== 'pattern') return tableBytes(size, encoding);
  const arrangements = factorial(source.tiles.length);
  const bitset = patternBitsetBytes(size / arrangements, arrangements);
  return notReachedIn(claims) === 0 ? bitset : 2 * bitset;
}

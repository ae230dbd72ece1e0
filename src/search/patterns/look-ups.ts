/**
 * Tables with which the kernel finds the bit of a state without arithmetic on digits (workers/kernel/pattern-parts.ts).
 *
 * A state of k tiles has a placement, by the rank of its set and the blank's region, and an arrangement: k labels of 3 bits. The bit of
 * an arrangement (src/spaces/pattern/bit-address.ts) is a sum over its Lehmer digits. A digit is the number of smaller labels behind it, so
 *
 * - the first k - 4 digits depend on the first k - 4 labels alone: digit j is the label less the smaller ones before it;
 * - the last 4 digits depend on the order of the last 4 labels alone.
 *
 * So the bit is the sum of an entry for the first labels and one for the last four. Fewer than four labels have the
 * second only.
 */

import { bitOfArrangement } from '../../spaces/pattern/bit-address.js';
import type { PatternGeometry } from '../../spaces/pattern/geometry.js';
import { factorial } from '../../spaces/permutation/lehmer.js';

/** Labels whose order is looked up together. */
const LAST_LABELS = 4;
const LABEL_BITS = 3;

/** Tables for the labels of k tiles. */
export interface LabelBits {
  /** Bits of the labels before the last four. */
  readonly firstBits: number;
  /** Packed labels before the last four, the first one in the lowest bits -> their share of the bit. */
  readonly first: Uint32Array;
  /** The last four labels, packed likewise -> their share of the bit. */
  readonly last: Uint16Array;
}

/** Returns the tables for the labels of k tiles, with the shares that add up to an arrangement's bit. */
export function labelBitsOf(tiles: number): LabelBits {
  const lastLabels = Math.min(tiles, LAST_LABELS);
  const firstLabels = tiles - lastLabels;
  const first = new Uint32Array(8 ** firstLabels);
  const last = new Uint16Array(8 ** lastLabels);
  for (let packed = 0; packed < first.length; packed++) {
    const labels = unpacked(packed, firstLabels);
    if (labels === undefined) continue;
    const arrangement = labels.reduce((number, label, place) => {
      const smallerBefore = labels.slice(0, place).filter((other) => other < label).length;
      return number + (label - smallerBefore) * factorial(tiles - 1 - place);
    }, 0);
    // Labels that are not part of an arrangement are never looked up.
    if (arrangement < factorial(tiles)) first[packed] = bitOfArrangement(arrangement);
  }
  for (let packed = 0; packed < last.length; packed++) {
    const labels = unpacked(packed, lastLabels);
    if (labels === undefined) continue;
    const arrangement = labels.reduce((number, label, place) => {
      const smallerBehind = labels.slice(place + 1).filter((other) => other < label).length;
      return number + smallerBehind * factorial(lastLabels - 1 - place);
    }, 0);
    last[packed] = bitOfArrangement(arrangement);
  }
  return { firstBits: LABEL_BITS * firstLabels, first, last };
}

/** Returns labels packed in 3 bits each, the first one in the lowest bits. */
export function packedLabels(labels: readonly number[]): number {
  return labels.reduce((packed, label, place) => packed | (label << (LABEL_BITS * place)), 0);
}

/** Returns the labels that were packed; undefined if one occurs twice. */
function unpacked(packed: number, count: number): number[] | undefined {
  const labels = Array.from({ length: count }, (_, place) => (packed >> (LABEL_BITS * place)) & 7);
  return new Set(labels).size === count ? labels : undefined;
}

/** Returns for each rank of a set twice its first placement, plus 1 if the set has several regions. */
export function firstPlacements({ firstPlacement, ranks }: PatternGeometry): Uint32Array {
  return Uint32Array.from({ length: ranks.count }, (_, rank) => {
    const several = firstPlacement[rank + 1] - firstPlacement[rank] > 1;
    return 2 * firstPlacement[rank] + (several ? 1 : 0);
  });
}

/**
 * Layers of a pattern's states: the inner loops of src/engines/patterns.
 *
 * A placement has a block of vectors, with a bit for each of its arrangements. Moves lead from placements of one colour to those of the
 * other (src/spaces/pattern/geometry.ts). So the targets of a layer have one colour, and the sources are only read. A target gathers
 * the states that moves reach from the sources that gained states in the layer before. It then settles: the states that have not been
 * visited belong to the layer.
 *
 * A thread has one instance of this module in each shared memory. A memory is limited to 4 GiB, so large patterns need several
 * memories. Each has a range of the placements, and the edges from these to all targets.
 */

import { gather, gatherVector } from './pattern-gathering';
import { bytes, full, marks, reached } from './pattern-memory';
import { VECTOR } from './pattern-moves';
import { keepFresh, settleBlock, settleVector } from './pattern-settling';

export { gather, gatherBlock } from './pattern-gathering';
export { attach } from './pattern-memory';
export { settleBlock, survey } from './pattern-settling';

/**
 * Finds the states of a layer that belong to some targets, if all placements lie in this memory.
 * @param next address of the first target's number, u32
 * @param end address after the last number
 * @param from mark of the placements that gained states in the layer before
 * @param mark of the placements that gain states now
 * @param marksTable true if the layer's states are added to the table
 * @param keep true to stop after the first target that has fresh states, and leave these in the thread's block
 * @param found receives the number of states and the number of targets that have some, f64: a layer may have more than 2^32 states
 * @returns the address of the next target
 */
export function advance(
  next: usize, end: usize, from: i32, mark: i32, marksTable: bool, keep: bool, found: usize,
): usize {
  let states: i64 = 0, targets = 0;
  while (next < end && !(keep && targets)) {
    const target = <usize>load<u32>(next);
    next += 4;
    if (load<u8>(full + target)) continue;
    let fresh = 0;
    if (bytes == VECTOR) {
      const bits = gatherVector(target, from);
      if (keep) {
        v128.store(reached, bits);
        keepFresh(target);
      }
      fresh = settleVector(target, bits, marksTable);
      if (fresh) store<u8>(marks + target, mark);
    } else if (gather(target, from)) fresh = settleBlock(target, mark, marksTable, keep);
    if (fresh == 0) continue;
    states += fresh;
    targets++;
  }
  store<f64>(found, <f64>states);
  store<f64>(found, <f64>targets, 8);
  return next;
}

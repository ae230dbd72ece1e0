/**
 * Layers of a pattern's states, the inner loops of src/engines/patterns.
 *
 * A placement has a block of vectors, a bit for each of its arrangements. Moves lead from placements of one colour to those of the other
 * (src/spaces/pattern/geometry.ts). So the targets of a layer have one colour, and the sources are only read. A target gathers what moves
 * bring from the sources that gained states in the layer before, and settles: states that have not been visited are those of the layer.
 *
 * A thread has one instance of this module in each shared memory. A memory ends at 4 GiB, so that large patterns take several. Each has a
 * range of the placements, and the edges that lead from these to all targets.
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
 * @param end address behind the last one
 * @param from mark of the placements that gained states in the layer before
 * @param mark of those that gain some now
 * @param marksTable whether the layer's states are added to the table
 * @param keep whether to end behind the first target that has fresh states, and to leave these in the thread's block
 * @param found takes how many states there are, and how many targets have some, f64: a layer may have more than 2^32 states
 * @returns the address of the target that is next
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

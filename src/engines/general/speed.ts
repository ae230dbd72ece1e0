/**
 * Measures how fast a worker expands states, which takes nearly all of the time. As in a layer, the worker calls `neighbours` for
 * states all over the space, reads the code of each neighbour, and claims one. The codes do not belong to a search, so nothing is
 * enumerated. A large space has fewer codes than states, but they still exceed the processor's caches.
 */

import { neighboursThrew, newNeighbours, wrongNeighbour } from '../../space/answers.js';
import { NO_STATE } from '../../space/definition.js';
import type { NumberedSpace } from '../../space/space.js';
import type { SpeedTask } from './shared-search.js';

/** Bytes of the codes of all workers together. */
export const MOST_MEASURED_BYTES = 2 ** 26;
/** Duration of the warm-up, in which V8 compiles the functions of a space. */
const WARM_UP_SECONDS = 0.3;
const SECONDS = 0.5;
/** Step from one run of states to the next, as a share of the space. Its multiples are evenly distributed. */
const TURN = (Math.sqrt(5) - 1) / 2;
/** Number of consecutive states in a run. Many states of a large layer are consecutive. */
const RUN = 64;
const STATES_PER_WORD = 16;

/** Measures the speed of this worker. @returns states per second @throws SpaceError */
export function statesPerSecond(space: NumberedSpace, { words }: SpeedTask): number {
  const next = newNeighbours(space);
  let place = Math.random();
  let state = 0;
  const expandFor = (seconds: number) => {
    const begin = performance.now();
    let states = 0;
    let elapsed = 0;
    // The clock is read rarely if a space is fast.
    for (let some = 1; elapsed < seconds; some = Math.min(2 * some, 1024)) {
      for (let count = 0; count < some; count++) {
        if (count % RUN === 0) {
          place = (place + TURN) % 1;
          state = Math.floor(place * space.size);
        }
        expand(space, state, next, words);
        state = (state + 1) % space.size;
      }
      states += some;
      elapsed = (performance.now() - begin) / 1000;
    }
    return states / elapsed;
  };
  expandFor(WARM_UP_SECONDS);
  return expandFor(SECONDS);
}

function expand(space: NumberedSpace, state: number, next: Float64Array, words: Int32Array): void {
  try {
    space.neighbours(state, next);
  } catch (error) {
    throw neighboursThrew(space, state, next, error);
  }
  let last = state;
  for (let move = 0; move < next.length; move++) {
    const to = next[move];
    if (to === NO_STATE) continue;
    if (!(to >= 0 && to < space.size)) throw wrongNeighbour(space, state, move, to);
    if (words[Math.floor(to / STATES_PER_WORD) % words.length] !== -1) last = to;
  }
  Atomics.or(words, Math.floor(last / STATES_PER_WORD) % words.length, 1);
}

/** The instances of a comparison: random states, the states of a file, or some states of each depth. */

import { InputError } from '../../base/input-error.js';
import { countOf, grouped } from '../../base/text/numbers.js';
import type { SearchState } from '../../search/question/question.js';
import { SeededRandom } from '../../spaces/board/random.js';
import { wholeNumber } from '../arguments/option-values.js';
import type { ComparedSpace, ComparedTable } from './compared-space.js';

export interface InstanceArguments {
  readonly instances?: string;
  readonly count?: string;
  readonly seed?: string;
  readonly eachDepth?: string;
}

export interface Instances {
  readonly states: readonly SearchState[];
  /** Origin of the states, in words. */
  readonly source: string;
}

const DEFAULT_COUNT = '100';
const DEFAULT_SEED = '1';
const MOST_INSTANCES = 1_000_000;
/** Number of random states drawn for each requested one. */
const MOST_TRIES = 20;

/**
 * Returns the requested instances.
 * @param table the open table; required for states of each depth
 * @param leadsToStart filter for random states; by default all are taken
 * @returns no states if no drawn state leads to the start
 * @throws InputError
 */
export async function instancesOf(
  space: ComparedSpace,
  { instances, count, seed, eachDepth }: InstanceArguments,
  table: ComparedTable | undefined,
  leadsToStart?: (state: SearchState) => Promise<boolean>,
): Promise<Instances> {
  const random = count !== undefined || seed !== undefined;
  if ([instances !== undefined, eachDepth !== undefined, random].filter(Boolean).length > 1) {
    throw new InputError(
      'instances come from --instances, or --each-depth, or --count and --seed: leave out the others',
    );
  }
  if (instances !== undefined) {
    const states = space.read(instances);
    return { states, source: `${countOf(states.length, space.noun)} of ${instances}` };
  }
  if (eachDepth !== undefined) {
    const each = wholeNumber('--each-depth', eachDepth, 1, MOST_INSTANCES);
    const states = (await table?.ofEachDepth(each)) ?? [];
    const source = `${grouped(states.length)} ${space.noun}s, up to ${grouped(each)} of each depth`;
    return { states, source };
  }
  const many = wholeNumber('--count', count ?? DEFAULT_COUNT, 1, MOST_INSTANCES);
  const first = wholeNumber('--seed', seed ?? DEFAULT_SEED, 0, 2 ** 32 - 1);
  const { draw, words } = space.random(new SeededRandom(first));
  if (leadsToStart === undefined) {
    const states = Array.from({ length: many }, draw);
    return { states, source: `${grouped(many)} ${words(many)}, seed ${first}` };
  }
  const states: SearchState[] = [];
  for (let tries = 0; states.length < many && tries < MOST_TRIES * many; tries++) {
    const state = draw();
    if (await leadsToStart(state)) states.push(state);
  }
  const source = `${grouped(states.length)} ${words(states.length)} with a path to the start, seed ${first}`;
  return { states, source };
}

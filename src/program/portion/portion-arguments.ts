/** The options of `antipode portion`: a folder, a layer, and the work on it. */

import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import type { PortionRange } from '../../runs/portions/portion-range.js';
import { threadsOf, wholeNumber } from '../arguments/option-values.js';
import type { ExploreArguments } from '../explore/run/explore-arguments.js';
import { folderOf, memoryOf } from '../explore/run/store-options.js';

/** As commander gives them. */
export interface PortionArguments
  extends Pick<ExploreArguments, 'map' | 'goal' | 'table' | 'antipodes' | 'output' | 'threads' | 'memory'> {
  readonly work: string;
  readonly layer: string;
  readonly portion?: string;
  readonly finish?: boolean;
}

export interface AskedLayer {
  readonly folder: string;
  readonly layer: number;
  /** Portions to make; undefined if the layer is to be finished. */
  readonly range: PortionRange | undefined;
  readonly threads: number | undefined;
  /** Bytes. */
  readonly memory: number;
}

/** Limit of layer numbers: more than any board that can be numbered has. */
const MOST_LAYERS = 999_999;

/** Reads the options. @throws InputError if an option is wrong or conflicts with another */
export function askedLayerOf(options: PortionArguments): AskedLayer {
  const { work, layer: text, portion, finish, threads, memory } = options;
  const layer = wholeNumber('--layer', text, 0, MOST_LAYERS);
  if ((finish === true) === (portion !== undefined)) {
    throw new InputError(
      'give either --portion <n>, which makes it, or --finish, which checks and completes the layer',
    );
  }
  if (portion !== undefined && layer === 0) {
    throw new InputError('layer 0 is the goal alone, and has no portions to make: use --finish');
  }
  return {
    folder: folderOf('--work', work),
    layer,
    range: portion === undefined ? undefined : rangeOf(portion),
    threads: threadsOf(threads),
    memory: memoryOf(memory),
  };
}

/** Reads --portion: a number, or the first and the last one. @throws InputError */
function rangeOf(text: string): PortionRange {
  const [, begin, end = begin] = /^(\d{1,9})(?:-(\d{1,9}))?$/.exec(text) ?? [];
  const [first, last] = [Number(begin), Number(end)];
  if (first <= last) return { first, last };
  throw new InputError(`--portion must be a whole number such as 3, or a range such as 3-7, found '${excerpt(text)}'`);
}

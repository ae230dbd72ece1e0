/** The options of `antipode explore`. */

import { InputError } from '../../../base/input-error.js';
import type { Need } from '../../../engines/engine.js';
import { needOf } from '../../../runs/exploration/exploration.js';
import { antipodesOf, threadsOf } from '../../arguments/option-values.js';
import type { StoreArguments } from './store-options.js';

/** As commander gives them. */
export interface ExploreArguments extends StoreArguments {
  readonly map?: string;
  readonly goal?: string;
  readonly pattern?: string;
  readonly partition?: string;
  readonly allGoals?: boolean;
  readonly start?: string;
  readonly metric?: string;
  readonly generators?: string;
  readonly method?: string;
  readonly threads?: string;
  readonly output?: string;
  readonly replace?: boolean;
  readonly table: boolean;
  readonly antipodes?: string;
  readonly resume?: string;
  readonly log?: string;
  readonly plan?: boolean;
  readonly workers?: string;
  readonly network?: string;
  readonly json?: boolean;
}

/** `fast`: the engines of boards, 64 positions in one operation; `general`: the engine of every space. */
export const METHODS = ['fast', 'general'] as const;

/** Number of antipodes listed by default. */
const DEFAULT_ANTIPODES = '20';
/** Advice if a file would replace one of another space. */
export const ANOTHER_OUTPUT = 'choose another --output';

/** Reads the options that determine a run's threads and results. @throws InputError */
export function needOfArguments({ threads, table, antipodes = DEFAULT_ANTIPODES }: ExploreArguments): Need {
  return needOf({ threads: threadsOf(threads), table, antipodes: antipodesOf(antipodes) });
}

/** Refuses --all-goals. @param because the rest of the message, after the option @throws InputError if --all-goals was given */
export function refuseAllGoals({ allGoals }: ExploreArguments, because: string): void {
  if (allGoals) throw new InputError(`--all-goals ${because}`);
}

/** The two methods of explorations, and which options make sense for which. */

import { InputError } from '../../base/input-error.js';
import type { ExploreArguments } from './exploration-setup.js';

/** That of boards, a bitset operation for 64 positions, and that of spaces of every kind. */
export const METHODS = ['fast', 'general'] as const;

type Option = 'goal' | 'allGoals' | 'start';

const NAMES: Readonly<Record<Option, string>> = { goal: '--goal', allGoals: '--all-goals', start: '--start' };

/**
 * @param refused options that make no sense here
 * @param because the rest of the sentence that begins with the option
 * @throws InputError where one of them was given
 */
export function refuseOptions(options: ExploreArguments, refused: readonly Option[], because: string): void {
  const found = refused.find((option) => options[option] !== undefined);
  if (found !== undefined) throw new InputError(`${NAMES[found]} ${because}`);
}

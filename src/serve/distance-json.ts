/** The answer to the question for the distance of a state, as it is sent. */

import type { DistanceAnswer } from './answers.js';
import { readQuery } from './query.js';
import { ask, StateQuestion } from './questions.js';
import type { ServedTable } from './served-table.js';

/**
 * @param url whose query names the state
 * @throws InputError where it names none of the table, or something else besides
 * @throws TableError where the table is damaged
 */
export function distanceJson(table: ServedTable, url: string): string {
  const answer: DistanceAnswer = table.distance(ask(StateQuestion, readQuery(url)).state);
  return JSON.stringify(answer);
}

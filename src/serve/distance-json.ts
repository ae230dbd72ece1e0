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
  const { state, distance, moves }: DistanceAnswer = table.distance(ask(StateQuestion, readQuery(url)).state);
  // JSON.stringify of the whole takes twice as long.
  let json = '';
  for (const to of moves) {
    if (json !== '') json += ',';
    json += `{"move":${quoted(to.move)},"state":${quoted(to.state)},"distance":${to.distance}}`;
  }
  return `{"state":${quoted(state)},"distance":${distance},"moves":[${json}]}`;
}

/** Nothing that JSON writes in another way, nor any character beyond ASCII. */
const PLAIN = /^[ !#-[\]-~]*$/;

function quoted(text: string): string {
  return PLAIN.test(text) ? `"${text}"` : JSON.stringify(text);
}

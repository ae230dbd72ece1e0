/** Parameters of puzzles, such as the 10 of pancake:10. */

import { InputError } from '../../base/text.js';

/** The written form of a puzzle. */
interface PuzzleForm {
  /** Form with names of parameters, such as 'hanoi:PEGS,DISCS'. */
  readonly name: string;
  /** Example, such as 'hanoi:4,10'. */
  readonly example: string;
}

/**
 * Checks a parameter of a puzzle.
 * @param what the things that it counts, such as 'pegs'
 * @throws InputError if the value is not a whole number from least to most
 */
export function checkParameter(form: PuzzleForm, what: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  const range = least === most ? `${least}` : `${least} to ${most}`;
  throw new InputError(`${form.name} takes ${range} ${what}, such as ${form.example}; found ${value}`);
}

import { InputError } from '../board/input-error.js';

/**
 * Checks a parameter of a puzzle.
 * @param puzzle how the puzzle is written, such as 'knight:N'
 * @param name of the parameter in it
 * @throws InputError where the value is no whole number from least to most
 */
export function checkParameter(puzzle: string, name: string, value: number, least: number, most: number): void {
  if (Number.isInteger(value) && value >= least && value <= most) return;
  throw new InputError(`${puzzle}: ${name} must be a whole number from ${least} to ${most}, found ${value}`);
}

/** Readers of option values, and refusals of combinations of options. */

import { statSync } from 'node:fs';
import { didYouMean, excerpt, InputError } from '../../base/text.js';
import { MOST_THREADS } from '../../base/threads.js';
import { defaultBytes } from '../../search/question/limits.js';

/**
 * Refuses a command line.
 * @param rules conditions by their messages: the first one that applies is the reason
 * @throws InputError
 */
export function refuse(rules: Readonly<Record<string, boolean | undefined>>): void {
  const reason = Object.keys(rules).find((message) => rules[message]);
  if (reason !== undefined) throw new InputError(reason);
}

/** Returns the name of an option on the command line: `--checkpoint-every`. */
export function flagOf(option: string): string {
  return `--${option.replace(/[A-Z]/g, (letter) => `-${letter.toLowerCase()}`)}`;
}

/** Reads an option's whole number. @throws InputError */
export function wholeNumber(option: string, text: string, least: number, most: number): number {
  const value = /^\d{1,16}$/.test(text) ? Number(text) : Number.NaN;
  if (value >= least && value <= most) return value;
  throw new InputError(`${option} must be a whole number from ${least} to ${most}, found '${excerpt(text)}'`);
}

/** Prefixes of units, as powers of 1000, or of 1024 if an i follows. */
const PREFIXES = 'kmgtp';

/** Reads an option's size in bytes: a whole number, or a number with a unit from kB to PB or from KiB to PiB. @throws InputError */
export function memoryBytes(option: string, text: string): number {
  const [, whole, scaled, prefix = '', binary] =
    /^(?:(\d+)(?: ?b| bytes?)?|(\d+(?:\.\d+)?) ?([kmgtp])(i?)b)$/i.exec(text) ?? [];
  const power = PREFIXES.indexOf(prefix.toLowerCase()) + 1;
  const bytes = whole === undefined ? Math.round(Number(scaled) * (binary ? 1024 : 1000) ** power) : Number(whole);
  if (bytes >= 1 && Number.isSafeInteger(bytes)) return bytes;
  throw new InputError(
    `${option} must be a size in bytes, such as 1500000000, 1.5GB or 512MiB, found '${excerpt(text)}'`,
  );
}

/** Reads --time-limit. @throws InputError */
export function readTimeLimit(text: string): number {
  return decimal('--time-limit', text, 'a number above 0, such as 10 or 0.5', (seconds) => seconds > 0);
}

/** Reads --checkpoint-every. @throws InputError */
export function readEverySeconds(text: string | undefined): number | undefined {
  const expected = 'a number of seconds, 0 or more, such as 300';
  return text === undefined ? undefined : decimal('--checkpoint-every', text, expected, (seconds) => seconds >= 0);
}

function decimal(option: string, text: string, expected: string, isRight: (value: number) => boolean): number {
  const value = /^[\d.]+(e\d+)?$/i.test(text) ? Number(text) : Number.NaN;
  if (Number.isFinite(value) && isRight(value)) return value;
  throw new InputError(`${option} must be ${expected}, found '${excerpt(text)}'`);
}

/** Reads an option's name. @throws InputError that lists the known ones */
export function readName<Name extends string>(option: string, text: string, names: readonly Name[]): Name {
  const name = names.find((known) => known === text);
  if (name !== undefined) return name;
  throw new InputError(
    `${option} must be one of ${names.join(', ')}; found '${excerpt(text)}'${didYouMean(text, names)}`,
  );
}

/** Reads an option's names, separated by commas. @throws InputError that lists the known ones */
export function readNames<Name extends string>(option: string, text: string, names: readonly Name[]): Name[] {
  return [...new Set(text.split(',').map((part) => readName(option, part.trim(), names)))];
}

/** Reads --antipodes, by default 20. @throws InputError */
export function readAntipodes(text = '20'): number | 'all' {
  if (text === 'all') return text;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InputError(`--antipodes must be 'all' or a whole number, found '${excerpt(text)}'`);
}

/** Reads --threads. @returns undefined if it is left out: the work then determines the number @throws InputError */
export function readThreads(text: string | undefined): number | undefined {
  return text === undefined ? undefined : wholeNumber('--threads', text, 1, MOST_THREADS);
}

/** Reads --memory, by default four fifths of free memory. @throws InputError */
export function readMemory(text: string | undefined): number {
  return text === undefined ? Math.floor(defaultBytes()) : memoryBytes('--memory', text);
}

/** Reads the name of a folder, which need not exist. @throws InputError */
export function readFolder(option: string, text: string): string {
  const what = `${option} must be the name of a folder`;
  refuse({
    [`${what}, found ''`]: text === '',
    [`${what}, but '${excerpt(text)}' is not a folder: choose another one`]:
      statSync(text, { throwIfNoEntry: false })?.isDirectory() === false,
  });
  return text;
}

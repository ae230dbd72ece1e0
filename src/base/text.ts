/** The error for wrong input, and texts for people: excerpts of what they typed, suggestions, commands, and numbers. */

import { closestMatch } from 'leven';

/** Error of wrong user input. The message says in one line what was expected and what was found. */
export class InputError extends Error {
  override readonly name = 'InputError';
}

/**
 * Returns what a function returns.
 * @param place where its input is from, such as 'korf.txt, line 3'
 * @throws what the function throws; the message of an InputError begins with the place
 */
export function withPlace<Value>(place: string, read: () => Value): Value {
  try {
    return read();
  } catch (error) {
    throw error instanceof InputError ? new InputError(`${place}: ${error.message}`) : error;
  }
}

/**
 * Characters that affect the text around them: control characters of terminals, and invisible ones such as U+202E, which reverses text.
 */
const CONTROL = /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/u;
const CONTROLS = new RegExp(CONTROL, 'gu');

/** Returns true if a text has a control character. */
export function hasControls(text: string): boolean {
  return CONTROL.test(text);
}

/** Returns a text with a dot in place of each control character. */
export function withoutControls(text: string): string {
  return text.replace(CONTROLS, '\u00b7');
}

/** Returns a text as a field of CSV: in quotes if it contains a comma, a quote or a line break (RFC 4180). */
export function csvField(text: string): string {
  return /[",\r\n]/.test(text) ? `"${text.replaceAll('"', '""')}"` : text;
}

/** Returns a user's text, short enough for one line of an error message and without control characters. */
export function excerpt(text: string, length = 40): string {
  const plain = withoutControls(text);
  return plain.length > length ? `${plain.slice(0, length)}...` : plain;
}

/** Returns a short text for a value of a user's JSON, for one line of an error message, without the contents of lists and objects. */
export function jsonExcerpt(value: unknown): string {
  if (Array.isArray(value)) return 'a list';
  return typeof value === 'object' && value !== null ? 'an object' : excerpt(JSON.stringify(value) ?? 'nothing');
}

/**
 * Maximum number of edits from a mistyped name to the right one: half of its characters, and at most the limit of commander for
 * options.
 */
const mostEdits = (text: string) => Math.min(3, Math.round(text.length / 2));

/**
 * Returns a text such as ` (did you mean knight?)` if one of the names is similar to the text, or else an empty text.
 * @param shown the text to show for each name
 */
export function didYouMean(text: string, names: readonly string[], shown = names): string {
  const nearest = closestMatch(text.toLowerCase(), names, { maxDistance: mostEdits(text) });
  return nearest === undefined ? '' : ` (did you mean ${shown[names.indexOf(nearest)]}?)`;
}

/** Returns words as a command in the syntax of a POSIX shell. */
export function shellCommand(words: readonly string[]): string {
  return words.map((word) => (PLAIN.test(word) ? word : `'${word.replaceAll("'", "'\\''")}'`)).join(' ');
}

const PLAIN = /^[\w%+,./:=@-]+$/;

/** Returns an address without its user and password. */
export function addressWithoutPassword(url: string): string {
  return url.replace(/\/\/[^/]*@/, '//');
}

/* Numbers as texts for people. */

/** Groups the digits of a number: 181440 -> 181,440 */
export function grouped(value: number | bigint): string {
  return String(value).replace(/\B(?=(\d{3})+$)/g, ',');
}

/** Returns a count and its noun: 1 state, 181,440 states. */
export function countOf(count: number | bigint, noun: string): string {
  return `${grouped(count)} ${noun}${Number(count) === 1 ? '' : 's'}`;
}

/** Maximum count that is written in full. Greater counts have a power of ten: 1.23e+8. */
const MOST_WRITTEN_OUT = 999_999;

/** Returns a count of any size as text: 40,320, 1.23e+8, or 'over 1.8e+308' if it is infinite. */
export function countText(value: number): string {
  return value <= MOST_WRITTEN_OUT ? grouped(value) : powerText(value);
}

/** Returns a mean of such counts as text: 40.0, 1.23e+8. */
export function meanText(value: number, digits: number): string {
  return value <= MOST_WRITTEN_OUT ? value.toFixed(digits) : powerText(value);
}

function powerText(value: number): string {
  return Number.isFinite(value) ? value.toExponential(2) : 'over 1.8e+308';
}

/** Returns a number with three significant digits and a unit: 512 M, 1.20 G. */
export function abbreviated(value: number): string {
  const units = ['', ' k', ' M', ' G', ' T', ' P', ' E'];
  let scaled = value;
  let unit = 0;
  while (scaled >= 999.5 && unit < units.length - 1) {
    scaled /= 1000;
    unit++;
  }
  if (scaled >= 999.5) return `over 999${units[unit]}`;
  return `${significant(scaled, unit === 0)}${units[unit]}`;
}

/** Returns a number in at most five characters: 181k, 23.4k, 4.63M. */
export function shortCount(value: number): string {
  if (value < 1000) return value < 99.95 && !Number.isInteger(value) ? value.toFixed(1) : String(Math.round(value));
  return abbreviated(value).replace(' ', '');
}

/** Returns a time in at most five characters: 31us, 4.2ms, 0.85s, 127s. */
export function shortSeconds(seconds: number): string {
  if (seconds < 0.000_999_5) return `${Math.round(seconds * 1e6)}us`;
  if (seconds < 0.009_95) return `${(seconds * 1000).toFixed(1)}ms`;
  if (seconds < 0.995) return `${Math.round(seconds * 1000)}ms`;
  return seconds < 9.95 ? `${seconds.toFixed(1)}s` : `${Math.round(seconds)}s`;
}

/** Returns bytes with three significant digits in decimal units: 63.9 MB. */
export function bytesText(bytes: number): string {
  if (bytes === 1) return '1 byte';
  return bytes < 1000 ? `${bytes} bytes` : `${abbreviated(bytes)}B`.replace('kB', 'KB');
}

/** Returns a measured time: 0.047 s, 12.3 s, 3 min 05 s. */
export function secondsText(seconds: number): string {
  if (seconds < 10) return `${seconds.toFixed(3)} s`;
  if (seconds < 120) return `${seconds.toFixed(1)} s`;
  const whole = Math.round(seconds);
  return `${Math.floor(whole / 60)} min ${String(whole % 60).padStart(2, '0')} s`;
}

/** Units of estimated times, in seconds, and the times from which on they are used. No number below 1.7 is shown of any unit. */
const ROUGH_UNITS = [
  { name: 'years', seconds: 365.25 * 86400, from: 2 * 365.25 * 86400 },
  { name: 'days', seconds: 86400, from: 2 * 86400 },
  { name: 'hours', seconds: 3600, from: 6000 },
  { name: 'min', seconds: 60, from: 100 },
  { name: 's', seconds: 1, from: 0.95 },
] as const;

/** Returns an estimated time with two significant digits: 12 s, 3.4 min, 5.1 hours, 12 days, 2,300 years. */
export function roughTime(seconds: number): string {
  const unit = ROUGH_UNITS.find(({ from }) => seconds >= from);
  if (unit === undefined) return 'less than 1 s';
  const value = Number((seconds / unit.seconds).toPrecision(2));
  return `${value <= MOST_WRITTEN_OUT ? grouped(value) : powerText(value)} ${unit.name}`;
}

/** Returns a share of 1 as a percentage with two decimals: 13.35 %. */
export function shareText(share: number): string {
  const percent = share * 100;
  if (percent > 0 && percent < 0.005) return '<0.01 %';
  if (percent < 100 && percent >= 99.995) return '>99.99 %';
  return `${percent.toFixed(2)} %`;
}

function significant(value: number, whole: boolean): string {
  if (whole) return String(Math.round(value));
  if (value >= 99.95) return String(Math.round(value));
  return value.toFixed(value >= 9.995 ? 1 : 2);
}

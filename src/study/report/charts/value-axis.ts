/** A vertical axis, linear from 0 or logarithmic from 1. */

import { type ScaleLinear, scaleLinear, scaleLog } from 'd3-scale';
import { grouped } from '../../../base/text/numbers.js';
import { FONT_SIZE, type Plot, type Tick } from './plot.js';

/** Kinds of values. All but decades begin at 0. */
export type ValueKind = 'counts' | 'shares' | 'numbers' | 'decades';

export interface ValueAxis {
  readonly title: string;
  at(value: number): number;
  readonly ticks: readonly Tick[];
}

/** Height per tick; ticks of powers of ten are closer if there are many. */
const HEIGHT_PER_TICK = 50;
const HEIGHT_PER_DECADE = 1.5 * FONT_SIZE;
/** Counts below this are written in full. */
const LEAST_ABBREVIATED = 10_000;
const NARROW_NO_BREAK_SPACE = '\u202f';
const SUPERSCRIPTS = '\u2070\u00b9\u00b2\u00b3\u2074\u2075\u2076\u2077\u2078\u2079';

/** @param most maximum value, at least 1 if the axis is in decades */
export function valueAxis(
  kind: ValueKind,
  title: string,
  most: number,
  { top, bottom }: Pick<Plot, 'top' | 'bottom'>,
): ValueAxis {
  if (kind === 'decades') return decadeAxis(title, most, top, bottom);
  const count = Math.max(2, Math.floor((bottom - top) / HEIGHT_PER_TICK));
  // Even if all values are 0, the axis has a length.
  const scale = scaleLinear([0, most > 0 ? most : 1], [bottom, top]).nice(count);
  const label = labelsOf(kind, most, scale, count);
  const values = scale.ticks(count).filter((value) => kind !== 'counts' || Number.isInteger(value));
  return {
    title,
    at: (value) => scale(value),
    ticks: values.map((value) => ({ at: scale(value), label: label(value) })),
  };
}

function labelsOf(
  kind: Exclude<ValueKind, 'decades'>,
  most: number,
  scale: ScaleLinear<number, number>,
  count: number,
): (value: number) => string {
  switch (kind) {
    case 'numbers':
      return scale.tickFormat(count);
    case 'shares': {
      const format = scale.tickFormat(count, '%');
      return (value) => format(value).replace('%', `${NARROW_NO_BREAK_SPACE}%`);
    }
    case 'counts': {
      if (most < LEAST_ABBREVIATED) return grouped;
      const format = scale.tickFormat(count, 's');
      return (value) => (value === 0 ? '0' : format(value).replace(/(?=\D+$)/, NARROW_NO_BREAK_SPACE));
    }
  }
}

function decadeAxis(title: string, most: number, top: number, bottom: number): ValueAxis {
  // Powers are tried one by one, because a logarithm can be wrong in its last digit.
  let last = 1;
  while (10 ** last < most) last++;
  const scale = scaleLog([1, 10 ** last], [bottom, top]);
  const every = Math.ceil((last * HEIGHT_PER_DECADE) / (bottom - top));
  const ticks: Tick[] = [];
  for (let exponent = 0; exponent <= last; exponent += every) {
    ticks.push({ at: scale(10 ** exponent), label: powerOfTen(exponent) });
  }
  return { title, at: (value) => scale(value), ticks };
}

function powerOfTen(exponent: number): string {
  if (exponent < 2) return String(10 ** exponent);
  return `10${[...String(exponent)].map((digit) => SUPERSCRIPTS[Number(digit)]).join('')}`;
}

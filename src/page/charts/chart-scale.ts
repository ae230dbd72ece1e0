/** How high a bar is, and which lines are drawn across: for counts themselves, or for their powers of ten. */

export type ScaleName = 'counts' | 'powers';

export interface Scale {
  /** 0..1 */
  height(count: number): number;
  readonly ticks: readonly ScaleLine[];
}

export interface ScaleLine {
  readonly height: number;
  readonly label: string;
}

/** Lines across at most, about. */
const MOST_TICKS = 5;
/** How far below 1 a scale of powers of ten begins, in decades: a single state is to be seen as well. */
const BELOW_ONE = 0.4;

export function scaleOf(name: ScaleName, most: number): Scale {
  return name === 'counts' ? scaleOfCounts(most) : scaleOfPowers(most);
}

function scaleOfCounts(most: number): Scale {
  const step = roundStep(most / MOST_TICKS);
  const top = Math.ceil(most / step) * step;
  const height = (count: number) => count / top;
  const ticks = Array.from({ length: Math.round(top / step) + 1 }, (_, index) => index * step);
  return { height, ticks: ticks.map((count) => ({ height: height(count), label: roundText(count) })) };
}

function scaleOfPowers(most: number): Scale {
  const decades = Math.max(1, Math.ceil(Math.log10(most)));
  const height = (count: number) => (count < 1 ? 0 : (Math.log10(count) + BELOW_ONE) / (decades + BELOW_ONE));
  const every = Math.ceil(decades / MOST_TICKS);
  const powers = Array.from({ length: Math.floor(decades / every) + 1 }, (_, index) => 10 ** (index * every));
  return { height, ticks: powers.map((count) => ({ height: height(count), label: roundText(count) })) };
}

/** A round number in few characters: 500, 5k, 20M. */
function roundText(count: number): string {
  const thousands = Math.min(UNITS.length - 1, Math.floor(Math.log10(Math.max(1, count)) / 3));
  return `${count / 1000 ** thousands}${UNITS[thousands]}`;
}

const UNITS = ['', 'k', 'M', 'G', 'T'];

/** The least of 1, 2, 5, 10, 20, 50 ... that is no less, and of at least 1. */
export function roundStep(least: number): number {
  const power = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  return ([1, 2, 5].find((digit) => digit * power >= least) ?? 10) * power;
}

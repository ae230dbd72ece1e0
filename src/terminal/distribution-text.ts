/** An exploration's result as text for a terminal or a file, at most 80 columns wide. */

import { styleText } from 'node:util';
import { formatPosition } from '../board/position.js';
import { type Exploration, MOST_ANTIPODES } from '../explore/explore.js';
import { abbreviated, bytesText, grouped, secondsText, shareText } from '../text/numbers.js';
import { factsText } from './facts-text.js';
import { spaceTitle } from './space-title.js';

/** Columns of a terminal that nobody has made wider. */
export const WIDTH = 80;
const EIGHTHS = ['', '\u258f', '\u258e', '\u258d', '\u258c', '\u258b', '\u258a', '\u2589'];

/** A line for each depth: its states, their share of all, and a bar. */
export function distributionText(histogram: readonly number[]): string {
  const states = histogram.reduce((sum, count) => sum + count, 0);
  const most = Math.max(...histogram);
  const depthWidth = 'depth'.length;
  const countWidth = Math.max('states'.length, grouped(most).length);
  const shareWidth = '<0.01 %'.length;
  const barWidth = WIDTH - depthWidth - countWidth - shareWidth - 6;
  const head = `${'depth'.padStart(depthWidth)}  ${'states'.padStart(countWidth)}  ${'share'.padStart(shareWidth)}`;
  const lines = histogram.map((count, depth) => {
    const cells = [
      String(depth).padStart(depthWidth),
      grouped(count).padStart(countWidth),
      shareText(count / states).padStart(shareWidth),
    ];
    const length = bar((count / most) * barWidth);
    return `${cells.join('  ')}${length === '' ? '' : `  ${styleText('cyan', length)}`}`;
  });
  return [styleText('bold', head), ...lines].join('\n');
}

/** What the result says in numbers, a fact a line. */
export function summaryText(exploration: Exploration, files: readonly (readonly [string, string])[]): string {
  const { board, goal, metric, antipodes, antipodeCount } = exploration;
  const facts: [string, string][] = [
    ['states', grouped(exploration.states)],
    ...(exploration.notReached > 0 ? [['not reached', grouped(exploration.notReached)] as [string, string]] : []),
    ['maximum depth', String(exploration.maxDepth)],
    ['antipodes', grouped(antipodeCount)],
    ...antipodes.map((position): [string, string] => ['', formatPosition(position)]),
  ];
  if (antipodes.length > 0 && antipodes.length < antipodeCount) {
    const all = antipodeCount <= MOST_ANTIPODES ? `: --antipodes ${antipodeCount} lists all` : '';
    facts.push(['', `and ${grouped(antipodeCount - antipodes.length)} more${all}`]);
  }
  facts.push(
    ['mean distance', exploration.mean.toFixed(4)],
    ['median, mode', `${exploration.median}, ${exploration.mode}`],
    ['standard deviation', exploration.standardDeviation.toFixed(4)],
    ['time', `${secondsText(exploration.seconds)}, ${abbreviated(exploration.statesPerSecond)} states a second`],
    ['threads', String(exploration.threads)],
    ['memory', `${bytesText(exploration.bytes)} of bitsets`],
    ...files.map(([what, path]): [string, string] => [what, path]),
  );
  return factsText(spaceTitle(board, goal, metric), facts);
}

function bar(length: number): string {
  const eighths = Math.round(length * 8);
  return '\u2588'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

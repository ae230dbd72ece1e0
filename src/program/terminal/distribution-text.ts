/** An exploration's result, as text up to the width of the terminal, except for long texts of states. */

import { stripVTControlCharacters, styleText } from 'node:util';
import { type DistributionStatistics, depthGroups, groupText, mostOf, total } from '../../base/statistics.js';
import { abbreviated, bytesText, countOf, grouped, secondsText, shareText } from '../../base/text.js';
import { type Exploration, MOST_ANTIPODES, MOST_KEPT } from '../../runs/exploration/exploration.js';
import { type Board, formatBoard, type Metric } from '../../spaces/board/board.js';
import { formatPosition, type Position } from '../../spaces/board/position.js';
import { boardOfSource } from '../../spaces/board-facts.js';
import type { VerifiedSpace } from '../../verify/checks.js';
import { columnsText, type FactLine, factsText, folded, GAP, WIDTH } from './layout.js';

/** Maximum number of lines; if there are more depths, they are grouped. */
export const MOST_LINES = 50;
/** Minimum width of bars: shorter ones show nothing. */
const LEAST_BAR = 4;
const SHARE_WIDTH = '<0.01 %'.length;
const EIGHTHS = ['', '\u258f', '\u258e', '\u258d', '\u258c', '\u258b', '\u258a', '\u2589'];

/**
 * Returns a line for each depth, or for each group of depths if there are many: the states, their share of all, and a bar.
 * @param width characters of a line; narrow lines leave out the bars, and then the shares
 */
export function distributionText(histogram: readonly number[], width = WIDTH): string {
  const groups = depthGroups(histogram.length, MOST_LINES);
  const counts = groups.map(({ first, last }) => total(histogram.slice(first, last + 1)));
  const states = total(counts);
  const most = mostOf(counts);
  const table = groups.map((group, index) => {
    const count = counts[index];
    return [groupText(group), grouped(count), shareText(count / states).padStart(SHARE_WIDTH)];
  });
  const columns = (count: number) =>
    columnsText(
      ['depth', 'states', 'share'].slice(0, count),
      table.map((cells) => cells.slice(0, count)),
    ).split('\n');
  const whole = columns(3);
  const rest = width - whole[1].length - GAP.length;
  const [head, ...lines] = rest < -GAP.length ? columns(2) : whole;
  const barWidth = rest < LEAST_BAR ? 0 : rest;
  const drawn = lines.map((line, index) => {
    const length = bar((counts[index] / most) * barWidth);
    return `${line}${length === '' ? '' : `${GAP}${styleText('cyan', length)}`}`;
  });
  const note = groups.length < histogram.length ? groupingNote(histogram.length, groups[0].last + 1, width) : [];
  return [head, ...drawn, ...note].join('\n');
}

/**
 * Returns a line for each depth, and a column for each distribution under its name.
 * @returns undefined if that is wider than `width`
 */
export function distributionsText(
  distributions: readonly (readonly [name: string, histogram: readonly number[]])[],
  width = WIDTH,
): string | undefined {
  const depths = Math.max(...distributions.map(([, histogram]) => histogram.length));
  const text = columnsText(
    ['depth', ...distributions.map(([name]) => name)],
    Array.from({ length: depths }, (_, depth) => [
      String(depth),
      ...distributions.map(([, histogram]) => (depth < histogram.length ? grouped(histogram[depth]) : '')),
    ]),
  );
  return text.split('\n').every((line) => stripVTControlCharacters(line).length <= width) ? text : undefined;
}

/** Returns the note that several depths share a line, and which output lists each depth. */
export function groupingNote(depths: number, together: number, width = WIDTH): string[] {
  return folded(`${grouped(depths)} depths, ${grouped(together)} per line; --json lists each depth`, width);
}

/**
 * Returns the distribution so far of an exploration that was stopped, under a title with the progress. Returns '' before the first layer.
 * @param name the space, in words
 * @param histogram number of states at each complete depth
 * @param all number of states: the number that moves reach, or of all states after 'at most '
 * @param complete true if all layers are complete
 * @param width columns of the terminal; undefined if there is no terminal, then the text has no colours
 */
export function stoppedText(
  name: string,
  histogram: readonly number[],
  all: string,
  complete: boolean,
  width?: number,
): string {
  if (histogram.length === 0) return '';
  const layers = countOf(histogram.length, 'layer');
  const found = total(histogram);
  const title = complete
    ? `${name}: all ${layers} complete, but the files are not`
    : `${name}, incomplete: ${layers} complete, ${grouped(found)} of ${all} states found`;
  const text = `${factsText(title, [], width)}\n${distributionText(histogram, width)}\n`;
  return width === undefined ? stripVTControlCharacters(text) : text;
}

/** The facts of an exploration that a summary contains. */
interface Summary
  extends Omit<DistributionStatistics, 'variance'>,
    Pick<Exploration, 'notReached' | 'antipodes' | 'threads' | 'seconds' | 'statesPerSecond' | 'bytes'> {
  /** Facts about the group of a permutation puzzle. */
  readonly group?: readonly FactLine[] | undefined;
  /** Contents of the bytes, in words. */
  readonly held: string;
  /** Store of the bytes. @default memory */
  readonly store?: 'memory' | 'disk';
}

/**
 * Returns the figures of a result, one fact per line.
 * @param title the space and its starts
 * @param files kind and path of each written file
 * @param width as for factsText
 */
export function summaryText(title: string, summary: Summary, files: readonly FactLine[], width?: number): string {
  const { group = [], antipodes, antipodeCount, notReached } = summary;
  const { length: listed } = antipodes;
  // The result does not keep more antipodes than these limits.
  const isListable = listed < MOST_KEPT && antipodeCount <= MOST_ANTIPODES;
  const all = isListable ? `: --antipodes ${antipodeCount} lists all` : '';
  const facts: FactLine[] = [
    ...group,
    ['states', grouped(summary.states)],
    notReached > 0 && ['not reached', grouped(notReached)],
    ['maximum depth', String(summary.maxDepth)],
    ['antipodes', grouped(antipodeCount)],
    ...antipodes.map((text): FactLine => ['', text]),
    listed > 0 && listed < antipodeCount && ['', `and ${grouped(antipodeCount - listed)} more${all}`],
    ['mean distance', summary.mean.toFixed(4)],
    ['median, mode', `${summary.median}, ${summary.mode}`],
    ['standard deviation', summary.standardDeviation.toFixed(4)],
    ['time', `${secondsText(summary.seconds)}, ${abbreviated(summary.statesPerSecond)} states/s`],
    ['threads', String(summary.threads)],
    [summary.store ?? 'memory', `${bytesText(summary.bytes)} of ${summary.held}`],
    ...files,
  ];
  return factsText(title, facts, width);
}

function bar(length: number): string {
  const eighths = Math.round(length * 8);
  return '\u2588'.repeat(Math.floor(eighths / 8)) + EIGHTHS[eighths % 8];
}

/** Returns the space of an exploration, and the goal or starts of its distances. */
export function explorationTitle({ engine, name, source, starts }: Omit<Exploration, 'table'>): string {
  if (engine === 'general' || source.kind !== 'board') return titleOf({ name, starts, board: null });
  return `${boardTitle(boardOfSource(source), source.metric)}, goal ${source.goal}`;
}

/**
 * Returns the title of a space: a board with its goal and metric, or a name with its starts.
 * @param starts texts of the states that distances are counted from
 * @param board null if the space is not shown as a board
 */
export function titleOf({ name, starts, board }: Pick<VerifiedSpace, 'name' | 'starts' | 'board'>): string {
  if (board !== null) return spaceTitle(board.board, board.goal, board.metric);
  const [first] = starts;
  return `${name}, ${starts.length === 1 ? 'start' : `${grouped(starts.length)} starts, the first`} ${first}`;
}

/** Returns board and goal, and the metric if that is not the default. */
export function spaceTitle(board: Board, goal: Position, metric: Metric): string {
  return `${boardTitle(board, metric)}, goal ${formatPosition(goal)}`;
}

/** Returns a board, and the metric if that is not the default. */
export function boardTitle(board: Board, metric: Metric): string {
  return metric === 'single' ? formatBoard(board) : `${formatBoard(board)}, metric ${metric}`;
}

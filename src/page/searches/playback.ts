/**
 * The playback of a comparison. The server's lines arrive as fast as it searches. They are shown one by one at the chosen speed, so that a
 * search of a millisecond can be watched.
 */

import { grouped } from '../../base/text.js';
import type { AlgorithmName, Effort, SearchProgress } from '../../search/question/progress.js';
import type { ComparedSearch, ComparisonLine, FailedSearch, FinishedSearch } from '../../serve/answers.js';

export interface Playback {
  /** Start of all searches. */
  readonly state: string;
  /** Searches in the order in which they run, with the progress shown so far. */
  readonly searches: readonly ShownSearch[];
  /** All lines received. */
  readonly lines: readonly ComparisonLine[];
  /** Number of lines shown so far. */
  readonly shown: number;
  readonly stream: 'open' | 'ended' | 'stopped' | 'lost';
  /** Reason why the comparison ended before all searches. */
  readonly problem: string | null;
}

export interface ShownSearch extends ComparedSearch {
  /** Last report shown. */
  readonly progress: SearchProgress | null;
  readonly end: FinishedSearch | FailedSearch | null;
}

export function newPlayback(state: string, chosen: readonly ComparedSearch[]): Playback {
  const searches = chosen.map((search) => ({ ...search, progress: null, end: null }));
  return { state, searches, lines: [], shown: 0, stream: 'open', problem: null };
}

export function receive(comparison: Playback, line: ComparisonLine): Playback {
  return comparison.stream === 'open' ? { ...comparison, lines: [...comparison.lines, line] } : comparison;
}

/** Ends the stream. Received lines are still shown, unless the reader stopped the comparison. */
export function endStream(
  comparison: Playback,
  stream: Exclude<Playback['stream'], 'open'>,
  problem: string | null = null,
): Playback {
  const lines = stream === 'stopped' ? comparison.lines.slice(0, comparison.shown) : comparison.lines;
  return { ...comparison, lines, stream, problem };
}

/** Shows more lines, if there are any. @param most maximum number of lines */
export function playOn(comparison: Playback, most: number): Playback {
  const { lines, shown } = comparison;
  const next = lines.slice(shown, shown + most);
  return { ...comparison, searches: next.reduce(withLine, comparison.searches), shown: shown + next.length };
}

export function waitingLines({ lines, shown }: Playback): number {
  return lines.length - shown;
}

export function isOver(comparison: Playback): boolean {
  return comparison.stream !== 'open' && waitingLines(comparison) === 0;
}

/** Returns the index of the current search: the first one without a result, or the last one. */
export function currentOf({ searches }: Playback): number {
  const running = searches.findIndex(({ end }) => end === null);
  return running < 0 ? searches.length - 1 : running;
}

/** Returns the counts of a search, final or so far; null if there are none. */
export function effortOf({ progress, end }: ShownSearch): Effort | null {
  return end === null || 'failed' in end ? progress : end;
}

/** Returns the minimum number of nodes expanded by a search that found a solution; null if none did. */
export function fewestExpanded({ searches }: Playback): number | null {
  const found = searches.flatMap(({ end }) =>
    end === null || 'failed' in end || end.distance === null ? [] : end.expanded,
  );
  return found.length === 0 ? null : Math.min(...found);
}

function withLine(searches: readonly ShownSearch[], line: ComparisonLine): readonly ShownSearch[] {
  const { algorithm, heuristic } = line;
  const at = searches.findIndex(
    (search) => search.end === null && search.algorithm === algorithm && search.heuristic === heuristic,
  );
  const change = 'progress' in line ? { progress: line.progress } : { end: line };
  return searches.map((search, index) => (index === at ? { ...search, ...change } : search));
}

/* The texts read out when one search of a comparison has ended, and when all have. */

/** Returns null if nothing has ended yet. */
export function endText(comparison: Playback): string | null {
  const ended = comparison.searches.filter(({ end }) => end !== null);
  if (comparison.stream === 'stopped') return 'The comparison was stopped.';
  if (isOver(comparison)) return `The comparison is complete. ${bestText(comparison)}`.trim();
  const last = ended.at(-1);
  return last === undefined ? null : `${searchTitle(last)}: ${resultText(last)}.`;
}

/** Returns the result of a search: its distance, or why it gave up and how far it came. */
export function resultText({ progress, end }: ShownSearch): string {
  if (end === null) return 'not finished';
  if (!('failed' in end)) return end.distance === null ? 'no solution' : `distance ${end.distance}`;
  return `gave up${progress === null ? '' : reachedText(progress)}: ${end.failed}`;
}

function reachedText({ bound, layers }: NonNullable<ShownSearch['progress']>): string {
  return bound === null ? ` at depth ${layers.expanded.findLastIndex((nodes) => nodes > 0)}` : ` at bound ${bound}`;
}

function bestText(comparison: Playback): string {
  const fewest = fewestExpanded(comparison);
  if (fewest === null) return '';
  const best = comparison.searches.filter(({ end }) => end && 'expanded' in end && end.expanded === fewest);
  return `Fewest nodes expanded: ${best.map(searchTitle).join(' and ')}, ${grouped(fewest)}.`;
}

/* The displayed names of searches and heuristics, and a sentence for each heuristic. */

export const ALGORITHM_TITLES: Readonly<Record<AlgorithmName, string>> = {
  table: 'Table',
  bfs: 'Breadth-first',
  bidirectional: 'Bidirectional',
  astar: 'A*',
  idastar: 'IDA*',
};

/** Titles and sentences of the built-in heuristics. */
const HEURISTICS: ReadonlyMap<string, readonly [title: string, sentence: string]> = new Map([
  ['misplaced', ['misplaced tiles', 'Each tile that is not in its goal cell needs at least one move.']],
  [
    'manhattan',
    ['Manhattan', 'Each tile needs at least as many moves as its distance from its goal cell in rows and columns.'],
  ],
  [
    'linear-conflict',
    [
      'linear conflict',
      'Manhattan, plus two moves for each tile that must leave its goal row or column to let others pass.',
    ],
  ],
  ['pattern', ['pattern databases', 'The sum of the minimum moves that each pattern of tiles needs on its own.']],
  ['gap', ['gaps', 'Each pair of neighbours that are not neighbours in the goal needs at least one move.']],
]);

export function heuristicTitle(heuristic: string): string {
  return HEURISTICS.get(heuristic)?.[0] ?? heuristic.replaceAll('-', ' ');
}

/** Returns the sentence of a heuristic; empty for a heuristic that a module defines. */
export function heuristicSentence(heuristic: string): string {
  return HEURISTICS.get(heuristic)?.[1] ?? '';
}

/** Returns the name of a search with its heuristic, such as `A* with linear conflict`. */
export function searchTitle({ algorithm, heuristic }: ComparedSearch): string {
  const title = ALGORITHM_TITLES[algorithm];
  return heuristic === null ? title : `${title} with ${heuristicTitle(heuristic)}`;
}

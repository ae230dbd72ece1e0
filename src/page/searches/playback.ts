/**
 * The playback of a comparison. The server's lines arrive as fast as it searches. They are shown one by one at the chosen speed, so that a
 * search of a millisecond can be watched.
 */

import type { Effort, SearchProgress } from '../../search/question/counts.js';
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

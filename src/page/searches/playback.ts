/**
 * A race of searches, played back from the reports that the server sends while they run one after another. Its clock counts the nodes that
 * each search has expanded, so that all of them are shown after the same effort, however long the server took. It goes on as far as the
 * reports of all searches reach. A race of one search is that search, watched.
 */

import { countOf, grouped, secondsText } from '../../base/text.js';
import type { AlgorithmName, SearchProgress } from '../../search/question/progress.js';
import type { ComparedSearch, ComparisonLine, FailedSearch, FinishedSearch } from '../../serve/answers.js';
import type { EndedSearch } from '../explorer/view.js';

export interface Race {
  /** Start of all searches. */
  readonly state: string;
  /** Searches in the reader's order; they run in the opposite one. */
  readonly lanes: readonly Lane[];
  /** Nodes that each search has expanded at the moment shown, unless it has ended with fewer. */
  readonly clock: number;
  /** True while the server runs searches. What they have reported can be played at any time. */
  readonly running: boolean;
  /** Reason why the searches ended before all had a result. */
  readonly problem: string | null;
}

export interface Lane extends ComparedSearch {
  /** Reports received, in the order of nodes expanded. */
  readonly reports: readonly SearchProgress[];
  readonly end: FinishedSearch | FailedSearch | null;
}

export function newRace(state: string, chosen: readonly ComparedSearch[]): Race {
  const lanes = chosen.map((search) => ({ ...search, reports: [], end: null }));
  return { state, lanes, clock: 0, running: true, problem: null };
}

export function receive(race: Race, line: ComparisonLine): Race {
  const at = race.lanes.findIndex((lane) => lane.end === null && searchTitle(lane) === searchTitle(line));
  if (!race.running || at < 0) return race;
  const lane = race.lanes[at];
  const changed = 'progress' in line ? { ...lane, reports: [...lane.reports, line.progress] } : { ...lane, end: line };
  return { ...race, lanes: race.lanes.with(at, changed) };
}

/** Returns the numbers of nodes at which something changes, ascending from 0, as far as they are known for all searches. */
export function momentsOf({ lanes, running }: Race): number[] {
  const open = running ? lanes.filter(({ end }) => end === null) : [];
  const known = Math.min(...open.map(lengthOf));
  const counts = lanes.flatMap((lane) => [...lane.reports.map(({ expanded }) => expanded), lengthOf(lane)]);
  return [...new Set([0, ...counts.filter((count) => count <= known)])].sort((a, b) => a - b);
}

/** Returns true if the end of the race is shown. */
export function isOver({ lanes, clock, running }: Race): boolean {
  return !running && clock >= Math.max(...lanes.map(lengthOf));
}

/** Returns true if a search has ended without giving up. */
export function hasResult(end: Lane['end']): end is FinishedSearch {
  return end !== null && 'expanded' in end;
}

/** Returns the number of nodes that a search has expanded in all, as far as it is known. */
export function lengthOf({ reports, end }: Lane): number {
  return (hasResult(end) ? end : reports.at(-1))?.expanded ?? 0;
}

/** Returns the last report of a search at a moment of the race; null if there is none. */
export function progressAt({ reports }: Lane, clock: number): SearchProgress | null {
  return reports.findLast(({ expanded }) => expanded <= clock) ?? null;
}

/** Returns the end of a search if the race has come to it; otherwise null. */
export function endAt(lane: Lane, clock: number): Lane['end'] {
  return clock >= lengthOf(lane) ? lane.end : null;
}

/** Returns the number of nodes at the end of the lanes: those of the longest search or, while it may grow, the next power of ten. */
export function spanOf({ lanes, running }: Race): number {
  const longest = Math.max(1, ...lanes.map(lengthOf));
  return running && lanes.some(({ end }) => end === null) ? 10 ** Math.ceil(Math.log10(longest + 1)) : longest;
}

const fewestFirst = (one: Lane, other: Lane) => lengthOf(one) - lengthOf(other);

/** Returns the searches that have found a solution by now, fewest nodes first. */
function finishersOf({ lanes, clock }: Race): Lane[] {
  const found = lanes.filter((lane) => {
    const end = endAt(lane, clock);
    return hasResult(end) && end.distance !== null;
  });
  return found.sort(fewestFirst);
}

/** Returns what the searches that have found a solution have expanded in all and in each layer. */
export function endedBy(race: Race): EndedSearch[] {
  return finishersOf(race).map((lane) => {
    const layers = lane.reports.at(-1)?.layers.expanded ?? [];
    return { ...lane, state: race.state, expanded: lengthOf(lane), layers };
  });
}

/** Returns the searches that were first to find a solution; several if they expanded the same number of nodes. */
export function winnersOf(race: Race): Lane[] {
  const finishers = finishersOf(race);
  return finishers.filter((lane) => lengthOf(lane) === lengthOf(finishers[0]));
}

/* The texts shown and read out. */

/** Returns what to read out when a search ends; null until one has. */
export function endText(race: Race): string | null {
  const textOf = (lane: Lane) => `${searchTitle(lane)}: ${nodesText(race, lane)}, ${outcomeText(race, lane)}.`;
  const lanes = race.lanes.toSorted(fewestFirst);
  if (!isOver(race)) {
    const last = lanes.findLast((lane) => endAt(lane, race.clock) !== null);
    return last === undefined ? null : textOf(last);
  }
  const winners = winnersOf(race);
  const others = lanes.filter((lane) => !winners.includes(lane)).map(textOf);
  const texts = race.problem === null ? [winnerText(race), ...others] : [race.problem];
  return ['The race is over.', ...texts].filter(Boolean).join(' ');
}

/** Returns a text such as `A* with gaps finds a solution first, after 6 nodes.`; empty until a search has found one. */
export function winnerText(race: Race): string {
  const first = winnersOf(race);
  if (first.length === 0) return '';
  const names = first.map(searchTitle).join(' and ');
  const verb = first.length === 1 ? 'finds' : 'find';
  return `${names} ${verb} a solution${race.lanes.length > 1 ? ' first,' : ''} after ${countOf(lengthOf(first[0]), 'node')}.`;
}

/** Returns the nodes that a search has expanded and, at its end, how many times those of the winner they are: `240 nodes (2.4×)`. */
export function nodesText(race: Race, lane: Lane): string {
  const nodes = Math.min(race.clock, lengthOf(lane));
  const [first] = winnersOf(race);
  const end = endAt(lane, race.clock);
  const times = first === undefined || end === null ? 1 : nodes / lengthOf(first);
  if (!(times > 1 && times < Number.POSITIVE_INFINITY)) return countOf(nodes, 'node');
  const more = hasResult(end) ? '' : '>';
  return `${countOf(nodes, 'node')} (${more}${times < 10 ? times.toFixed(1) : grouped(Math.floor(times))}×)`;
}

/** Returns what a search is doing at the moment shown, or its result: its distance, or why it gave up and how far it came. */
export function outcomeText(race: Race, lane: Lane): string {
  const { clock, running, lanes } = race;
  const progress = progressAt(lane, clock);
  const end = endAt(lane, clock);
  if (hasResult(end))
    return `${end.distance === null ? 'no solution' : `distance ${end.distance}`}, computed in ${secondsText(end.seconds)}`;
  if (end !== null) return `gave up${progress ? ` (${placeText(progress)})` : ''}: ${end.failed}`;
  if (!running && lane.end === null && clock >= lengthOf(lane)) return progress ? 'not finished' : 'not run';
  if (progress !== null) return placeText(progress);
  if (!running || lane.end !== null) return 'ready to race';
  const isNow = lane === lanes.findLast(({ end }) => end === null);
  return isNow ? `running: ${countOf(lengthOf(lane), 'node')} so far` : 'waits for its turn';
}

/** Returns the bound of IDA*; or the most moves to a node expanded so far, from each end if the search has two. */
function placeText({ bound, layers, backward }: SearchProgress): string {
  if (bound !== null) return `bound ${bound}`;
  const sides = backward === null ? [layers] : [layers, backward];
  const depths = sides.map(({ expanded }) => Math.max(0, expanded.findLastIndex(Boolean)));
  return `up to ${depths.join(' + ')} ${depths.join() === '1' ? 'move' : 'moves'} deep`;
}

/* The displayed names of searches and heuristics, and a sentence for each heuristic. */

export const ALGORITHM_TITLES: Readonly<Record<AlgorithmName, string>> = {
  table: 'Table',
  bfs: 'Breadth-first',
  bidirectional: 'Bidirectional',
  astar: 'A*',
  idastar: 'IDA*',
};

/** The title of each built-in heuristic, and the sentence about it. */
const HEURISTICS = new Map(
  Object.entries({
    misplaced: ['misplaced tiles', 'Each tile that is not in its goal cell needs at least one move.'],
    manhattan: ['Manhattan', 'Each tile needs at least the rows and columns between it and its goal cell.'],
    'linear-conflict': [
      'linear conflict',
      'Manhattan, plus two moves for each tile that must make way in its goal line.',
    ],
    pattern: ['pattern databases', 'The sum of the minimum moves that each pattern of tiles needs on its own.'],
    gap: ['gaps', 'Each pair of neighbours that are not neighbours in the goal needs at least one move.'],
  }),
);

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

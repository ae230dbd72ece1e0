/**
 * A race of searches, played back from the reports that the server sends while they run one after another. Its clock counts the nodes that
 * each search has expanded, so that all of them are shown after the same effort, however long the server took. It goes on as far as the
 * reports of all searches reach. A race of one search is that search, watched.
 */

import { countOf, grouped, secondsText } from '../../base/text.js';
import type { AlgorithmName, Effort, SearchProgress } from '../../search/question/progress.js';
import type { ComparedSearch, ComparisonLine, FailedSearch, FinishedSearch } from '../../serve/answers.js';
import type { EndedSearch } from '../explorer/view.js';

export interface Race {
  /** Start of all searches. */
  readonly state: string;
  /** Searches in the reader's order; they run in the opposite one. */
  readonly lanes: readonly Lane[];
  /** Nodes that each search has expanded at the moment shown, unless it has ended with fewer. */
  readonly clock: number;
  readonly stream: 'open' | 'ended' | 'stopped' | 'lost';
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
  return { state, lanes, clock: 0, stream: 'open', problem: null };
}

export function receive(race: Race, line: ComparisonLine): Race {
  const { algorithm, heuristic } = line;
  const at = race.lanes.findIndex(
    (lane) => lane.end === null && lane.algorithm === algorithm && lane.heuristic === heuristic,
  );
  if (race.stream !== 'open' || at < 0) return race;
  const lane = race.lanes[at];
  const changed = 'progress' in line ? { ...lane, reports: [...lane.reports, line.progress] } : { ...lane, end: line };
  return { ...race, lanes: race.lanes.with(at, changed) };
}

/** Ends the stream. What was received can still be played. */
export function endStream(race: Race, stream: Exclude<Race['stream'], 'open'>, problem: string | null = null): Race {
  return { ...race, stream, problem };
}

/** Returns the numbers of nodes at which something changes, ascending from 0, as far as they are known for all searches. */
export function momentsOf({ lanes, stream }: Race): number[] {
  const running = stream === 'open' ? lanes.filter(({ end }) => end === null) : [];
  const known = Math.min(...running.map(lengthOf));
  const counts = lanes.flatMap((lane) => [...lane.reports.map(({ expanded }) => expanded), lengthOf(lane)]);
  return [...new Set([0, ...counts.filter((count) => count <= known)])].sort((a, b) => a - b);
}

/** Returns true if the end of the race is shown. */
export function isOver({ lanes, clock, stream }: Race): boolean {
  return stream !== 'open' && clock >= Math.max(...lanes.map(lengthOf));
}

/** Returns the result of a search; null if it has none yet, or gave up. */
function resultOf({ end }: Pick<Lane, 'end'>): FinishedSearch | null {
  return end !== null && 'expanded' in end ? end : null;
}

/** Returns the number of nodes that a search has expanded in all, as far as it is known. */
export function lengthOf(lane: Pick<Lane, 'reports' | 'end'>): number {
  return (resultOf(lane) ?? lane.reports.at(-1))?.expanded ?? 0;
}

/** Returns the last report of a search at a moment of the race; null if there is none. */
export function progressAt({ reports }: Lane, clock: number): SearchProgress | null {
  return reports.findLast(({ expanded }) => expanded <= clock) ?? null;
}

/** Returns the end of a search if the race has come to it; otherwise null. */
export function endAt(lane: Lane, clock: number): Lane['end'] {
  return clock >= lengthOf(lane) ? lane.end : null;
}

/** Returns the counts of a search at a moment of the race; null if there are none. */
export function effortAt(lane: Lane, clock: number): Effort | null {
  return (clock >= lengthOf(lane) && resultOf(lane)) || progressAt(lane, clock);
}

/** Part of a lane at which a search that gives up stays: nobody knows how far its finish is. */
export const LIMIT = 0.75;

/** Returns how far a search has come on its way to its last node, 0..1; at most LIMIT if it gives up, 0 until its end is known. */
export function shareAt(lane: Lane, { clock, stream }: Race): number {
  if (lane.end === null && stream === 'open') return 0;
  const length = lengthOf(lane);
  const isFound = resultOf(lane) !== null;
  if (length === 0) return isFound ? 1 : 0;
  return Math.min(1, clock / length) * (isFound ? 1 : LIMIT);
}

/** Returns the searches that have found a solution by now, fewest nodes first. */
function finishersOf({ lanes, clock }: Race): Lane[] {
  const found = lanes.filter((lane) => clock >= lengthOf(lane) && (resultOf(lane)?.distance ?? null) !== null);
  return found.sort((one, other) => lengthOf(one) - lengthOf(other));
}

/** Returns what the searches that have found a solution have expanded in all and in each layer. */
export function endedBy(race: Race): EndedSearch[] {
  return finishersOf(race).map(({ algorithm, heuristic, ...lane }) => {
    const search = { state: race.state, algorithm, heuristic };
    return { ...search, expanded: lengthOf(lane), layers: lane.reports.at(-1)?.layers.expanded ?? [] };
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
  if (isOver(race)) return `The race is over. ${race.problem ?? standingText(race)}`;
  const ended = race.lanes.filter((lane) => endAt(lane, race.clock) !== null);
  const last = ended.toSorted((one, other) => lengthOf(one) - lengthOf(other)).at(-1);
  return last === undefined ? null : laneText(last);
}

/** Returns a text such as `A* with gaps first: 6 nodes.`; empty until a search has found a solution. */
export function winnerText(race: Race): string {
  const first = winnersOf(race);
  if (first.length === 0) return '';
  const names = first.map(searchTitle).join(' and ');
  return `${names}${race.lanes.length > 1 ? ' first' : ''}: ${countOf(lengthOf(first[0]), 'node')}.`;
}

/** Returns the winner, and the others in their order. */
function standingText(race: Race): string {
  const first = winnersOf(race);
  const then = finishersOf(race).slice(first.length);
  const others = then.map((lane) => `${searchTitle(lane)}: ${grouped(lengthOf(lane))}`).join(', ');
  const unfinished = race.lanes.filter((lane) => !first.includes(lane) && !then.includes(lane));
  const texts = [winnerText(race), others && `Then ${others}.`, ...unfinished.map(laneText)];
  return texts.filter(Boolean).join(' ');
}

/** Returns a text such as `A*: distance 31 in 0.2 s.` */
function laneText(lane: Lane): string {
  return `${searchTitle(lane)}: ${resultText(lane)}.`;
}

/** Returns the nodes that a search has expanded and, at its end, how many times those of the winner they are: `240 nodes (2.4×)`. */
export function nodesText(race: Race, lane: Lane): string {
  const nodes = Math.min(race.clock, lengthOf(lane));
  const [first] = winnersOf(race);
  const end = endAt(lane, race.clock);
  const times = first === undefined || end === null ? 1 : nodes / lengthOf(first);
  if (!(times > 1 && times < Number.POSITIVE_INFINITY)) return countOf(nodes, 'node');
  const more = end !== null && 'failed' in end ? '>' : '';
  return `${countOf(nodes, 'node')} (${more}${times < 10 ? times.toFixed(1) : grouped(Math.floor(times))}×)`;
}

/** Returns what a search is doing at the moment shown, or its result. */
export function outcomeText(race: Race, lane: Lane): string {
  const { clock, stream, lanes } = race;
  if (endAt(lane, clock) !== null) return resultText(lane);
  const progress = progressAt(lane, clock);
  if (stream !== 'open' && lane.end === null && clock >= lengthOf(lane)) return progress ? 'not finished' : 'not run';
  if (progress !== null) return placeText(progress);
  if (stream !== 'open' || lane.end !== null) return 'ready';
  const isRunning = lane === lanes.findLast(({ end }) => end === null);
  return isRunning ? `searching … ${countOf(lengthOf(lane), 'node')}` : 'waiting';
}

/** Returns the result of a search: its distance, or why it gave up and how far it came. */
export function resultText({ reports, end }: Lane): string {
  if (end === null) return 'not finished';
  if ('failed' in end) return `gave up${reports.slice(-1).map((last) => ` at ${placeText(last)}`)}: ${end.failed}`;
  return `${end.distance === null ? 'no solution' : `distance ${end.distance}`} in ${secondsText(end.seconds)}`;
}

/** Returns the depth of a search, from each end if it has two, or the bound of IDA*. */
function placeText({ bound, layers, backward }: SearchProgress): string {
  if (bound !== null) return `bound ${bound}`;
  const sides = backward === null ? [layers] : [layers, backward];
  const depths = sides.map(({ expanded }) => Math.max(0, expanded.findLastIndex(Boolean)));
  return `depth ${depths.join(' + ')}`;
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
    manhattan: [
      'Manhattan',
      'Each tile needs at least as many moves as its distance from its goal cell in rows and columns.',
    ],
    'linear-conflict': [
      'linear conflict',
      'Manhattan, plus two moves for each tile that must leave its goal row or column to let others pass.',
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

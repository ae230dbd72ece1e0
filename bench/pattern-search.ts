/** Searches with pattern databases: R. E. Korf's instances and random positions, each with its time limit. */

import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import type { PatternDatabases } from '../src/search/ida-star/pattern-databases.js';
import { openDatabases } from '../src/search/ida-star/pattern-search.js';
import { search } from '../src/search/search.js';
import { makeBoard } from '../src/spaces/board/board.js';
import { partitionOf } from '../src/spaces/board/partition.js';
import { formatPosition, orderedPosition } from '../src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '../src/spaces/board/random.js';
import { inTurn } from './measure.js';
import type { Programs } from './programs.js';
import { report } from './rows.js';

/** Sum of the solution lengths of Korf's 100 instances. */
const ALL_MOVES = 5305;
const RANDOM_POSITIONS = 1000;

function korfFile(tiles: 15 | 24): string {
  return fileURLToPath(new URL(`../../test/reference/korf-${tiles}-puzzle.txt`, import.meta.url));
}

/** An instance of R. E. Korf; the goal has the blank, 0, in the first cell. */
export interface KorfInstance {
  readonly number: number;
  /** Moves of a shortest solution; NaN if the file leaves them to the reader. */
  readonly length: number;
  readonly start: readonly number[];
}

/** Returns instances of the 15-puzzle or the 24-puzzle. */
export function korfInstances(tiles: 15 | 24): KorfInstance[] {
  const lines = readFileSync(korfFile(tiles), 'utf8').match(/^\d.*$/gm) ?? [];
  return lines.map((line) => {
    const [number, length, , ...start] = line.split(' ').map(Number);
    return { number, length, start };
  });
}

/** Returns the starts of instances of the 15-puzzle or the 24-puzzle, the blank as 0. */
export function korf(tiles: 15 | 24, numbers?: readonly number[]): (readonly number[])[] {
  const instances = korfInstances(tiles);
  return instances.filter(({ number }) => numbers?.includes(number) ?? true).map(({ start }) => start);
}

export async function benchPatternSearch(programs: Programs, threads: number, rounds: number): Promise<void> {
  const board = makeBoard(4, 4);
  const goal = orderedPosition(board, 0);
  const databases = await openDatabases(explorePartition(programs, '7-8'));
  const random = new SeededRandom(1);
  const positions = Array.from({ length: RANDOM_POSITIONS }, () => formatPosition(randomPosition(board, goal, random)));
  const korfs = programs.write(
    'korf.txt',
    `${korf(15)
      .map((start) => start.join(' '))
      .join('\n')}\n`,
  );
  const randoms = programs.write('random.txt', `${positions.join('\n')}\n`);
  const large = [38, 40].map((number) => programs.write(`korf-${number}.txt`, `${korf(24, [number])[0].join(' ')}\n`));
  const solve = (space: string, input: string, ...words: string[]) =>
    programs.antipode(['solve', space, '--goal', formatPosition(goalOf(space)), ...words], input);
  const prototype = programs.buildPrototype('patterns/ida15.c');
  const figures = await inTurn(rounds, {
    korf: () => secondsForKorf(databases),
    inC: () => Number(prototype?.(['1 2 3 4 5 6 7', 'korf', korfFile(15)], /cpu ([\d.]+) s/)[1]),
    spot: () => solve('4x4', korfs, '--partition', '6-6-3'),
    random: () => solve('4x4', randoms),
    first: () => solve('5x5', large[0]),
    second: () => solve('5x5', large[1]),
  });
  const all = `, ${threads} threads`;
  report({ what: "Korf's 100, 7-8, 1 thread, search", figure: figures.korf, unit: 's', note: 'at most 0.35' });
  if (prototype !== undefined) report({ what: "prototype in C Korf's 100, 7-8", figure: figures.inC, unit: 's' });
  report({ what: `Korf's 100, nothing on disk${all}`, figure: figures.spot, unit: 's', note: 'at most 2.5' });
  report({ what: `1,000 random 4x4, 7-8${all}`, figure: figures.random, unit: 's', note: 'at most 3' });
  report({ what: `24-puzzle, Korf's 38${all}`, figure: figures.first, unit: 's', note: 'at most 6' });
  report({ what: `24-puzzle, Korf's 40${all}`, figure: figures.second, unit: 's', note: 'at most 6' });
}

function goalOf(space: string) {
  const side = Number(space[0]);
  return orderedPosition(makeBoard(side, side), 0);
}

/** Makes the tables of a partition of 4x4, for the goal with the blank first. @returns their paths */
function explorePartition(programs: Programs, sizes: string): string[] {
  const goal = goalOf('4x4');
  return partitionOf(makeBoard(4, 4), goal, sizes).patterns.map((tiles) => {
    programs.antipode(['explore', '4x4', '--pattern', tiles.join(' '), '--goal', formatPosition(goal)]);
    return programs.path(`out/4x4-blank-0-pattern-${tiles.join('-')}.table`);
  });
}

async function secondsForKorf(databases: PatternDatabases): Promise<number> {
  let seconds = 0;
  let moves = 0;
  for (const start of korf(15)) {
    const found = await search(
      '4x4',
      { from: start, to: goalOf('4x4') },
      { heuristic: 'pattern', databases, threads: 1 },
    );
    seconds += found.seconds;
    moves += found.distance ?? 0;
  }
  if (moves !== ALL_MOVES) throw new Error(`Korf's instances took ${moves} moves, expected ${ALL_MOVES}`);
  return seconds;
}

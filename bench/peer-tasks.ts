/** The same tasks for antipode and its peers: what each of them runs, and the counts that both must give. */

import { join } from 'node:path';
import { makeBoard } from '../src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '../src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '../src/spaces/board/random.js';
import { korf } from './pattern-search.js';

export interface PeerTask {
  readonly task: string;
  readonly peer: string;
  /** States enumerated; undefined if positions are solved. */
  readonly states?: number;
  /** The peer's program, in the folder of peers. */
  readonly program: string;
  readonly words: readonly string[];
  /** Lines of standard input. */
  readonly input?: readonly string[];
  /** Finds each count in what the peer prints. Its first group is the count. */
  readonly counts: RegExp;
  readonly antipode: readonly string[];
  /** Lines of standard input. @default `input` */
  readonly antipodeInput?: readonly string[];
}

const KORF_INSTANCES = [1, 7];
const RANDOM_POSITIONS = 100;
/** The goal of Korf's instances and of 24puzzle. */
const BLANK_FIRST = { 4: formatPosition(goal(4, 0)), 5: formatPosition(goal(5, 0)) };

/** @param folder where the peers are */
export function peerTasks(folder: string): PeerTask[] {
  const korfs = korf(15, KORF_INSTANCES).map((tiles) => tiles.join(' '));
  const random = new SeededRandom(1);
  const positions = Array.from({ length: RANDOM_POSITIONS }, () => randomPosition(makeBoard(4, 4), goal(4), random));
  return [
    turning(folder, 'skewb', 37_791_360),
    turning(folder, 'Jing_pyraminx', 44_789_760),
    turning(folder, '2x2x2', 88_179_840),
    turning(folder, 'dino', 239_500_800),
    pancakes(10, 3_628_800, 'CayleyGraph(graph, device="cpu").bfs().layer_sizes'),
    pancakes(11, 39_916_800, 'bfs_bitmask(CayleyGraph(graph, device="cpu"))'),
    {
      task: '6 tiles of the 24-puzzle',
      peer: '24puzzle',
      states: 181_008_000,
      program: '24puzzle/cmd/genpdb',
      words: ['-j', '2', '-t', '0,1,2,5,6,10,11', '-f', 'pattern'],
      counts: /^ *\d+: +(\d+)$/gm,
      antipode: ['explore', '5x5', '--pattern', '1 2 5 6 10 11', '--goal', BLANK_FIRST[5], '--json'],
    },
    {
      task: '3x4',
      peer: 'slidy',
      states: 239_500_800,
      program: 'slidy-solve',
      words: ['3x4'],
      counts: /^\d+ (\d+)$/gm,
      antipode: ['explore', '3x4', '--json'],
    },
    {
      task: `${RANDOM_POSITIONS} positions of the 15-puzzle`,
      peer: 'slidy',
      program: 'slidy-solve',
      words: ['4x4'],
      input: positions.map((tiles) => [0, 4, 8, 12].map((at) => tiles.slice(at, at + 4).join(' ')).join('/')),
      counts: /^(\d+)$/gm,
      antipode: ['solve', '4x4', '--partition', '6-6-3'],
      antipodeInput: positions.map((tiles) => formatPosition(tiles)),
    },
    {
      task: `Korf's ${KORF_INSTANCES.join(' and ')}, Manhattan distance`,
      peer: 'HOG2',
      program: 'hog2-idastar',
      words: [],
      input: korfs,
      counts: /^(\d+) \d+$/gm,
      antipode: solveByManhattan(),
    },
  ];
}

/** Returns a sample of twsearch, which antipode reads from the same file. */
function turning(folder: string, name: string, states: number): PeerTask {
  const file = join(folder, 'twsearch/samples/main', `${name}.tws`);
  return {
    task: `${name}.tws of twsearch`,
    peer: 'twsearch',
    states,
    program: 'twsearch/build/bin/twsearch',
    words: ['-g', '-a', '1', file],
    counts: /^Dist \d+ cnt (\d+)/gm,
    antipode: ['explore', file, '--metric', 'powers', '--antipodes', '1', '--no-table', '--json'],
  };
}

/** @param growth an expression in Python for the states of each depth */
function pancakes(count: number, states: number, growth: string): PeerTask {
  const lines = [
    'from cayleypy import CayleyGraph, PermutationGroups',
    'from cayleypy.algo import bfs_bitmask',
    `graph = PermutationGroups.pancake(${count})`,
    `for states in ${growth}: print(states)`,
  ];
  return {
    task: `${count} pancakes`,
    peer: 'CayleyPy',
    states,
    program: 'venv/bin/python',
    words: ['-c', lines.join('\n')],
    counts: /^(\d+)$/gm,
    antipode: ['explore', `pancake:${count}`, '--no-table', '--json'],
  };
}

function solveByManhattan(): readonly string[] {
  const search = ['--algorithm', 'idastar', '--heuristic', 'manhattan', '--threads', '1'];
  return ['solve', '4x4', '--goal', BLANK_FIRST[4], ...search];
}

function goal(side: number, blank?: number) {
  return orderedPosition(makeBoard(side, side), blank);
}

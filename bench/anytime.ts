/**
 * Solutions at any time: R. E. Korf's instances of the 24-puzzle within some seconds each, beside beams of a program in C, and the first
 * answer for boards of 4x4 to 10x10.
 */

import { readFileSync } from 'node:fs';
import { formatBoard, makeBoard } from '../src/spaces/board/board.js';
import { formatPosition, orderedPosition } from '../src/spaces/board/position.js';
import { randomPosition, SeededRandom } from '../src/spaces/board/random.js';
import { figureOf } from './measure.js';
import { type KorfInstance, korfInstances } from './pattern-search.js';
import type { Programs, Prototype } from './programs.js';
import { report } from './rows.js';

const THREADS = 2;
const GOAL = orderedPosition(makeBoard(5, 5), 0);
/** The databases of the program in C, which are those of antipode. */
const PARTITION = '1 2 5 6 7 12/3 4 8 9 13 14/10 11 15 16 20 21/17 18 19 22 23 24';
/** Instances of one process: both programs are run in turn, so that they share the load of the machine. */
const INSTANCES_A_PROCESS = 10;
/** Width of the beam in C by which the width that takes a time is found. */
const FIRST_WIDTH = 10_000;
/** Exit statuses of `solve --anytime`: all solutions are proved optimal, or not. */
const STATUSES = [0, 3];

interface Answer {
  readonly instance: KorfInstance;
  /** Moves of the best solution. */
  readonly moves: number;
  readonly isProved: boolean;
  /** Seconds from the start of the search, with the databases made, to its first solution. */
  readonly first: number;
}

/**
 * Reports how much longer than optimal the solutions of the 24-puzzle are, for each time in seconds.
 * @param sample the number of instances, from the first
 */
export function benchAnytime(programs: Programs, times: readonly number[], sample = 50): void {
  const prototype = programs.buildPrototype('beam/beam24.c');
  const instances = korfInstances(24).slice(0, sample);
  for (const seconds of times) {
    const width = prototype && widthFor(prototype, seconds, instances);
    const ours: Answer[] = [];
    const inC: { readonly instance: KorfInstance; readonly moves: number; readonly seconds: number }[] = [];
    for (let at = 0; at < instances.length; at += INSTANCES_A_PROCESS) {
      const some = instances.slice(at, at + INSTANCES_A_PROCESS);
      ours.push(...answersWithin(programs, seconds, some));
      if (prototype !== undefined) inC.push(...beamsInC(prototype, width as number, some));
    }
    const { excess, optimal } = excessOf(ours);
    const beams = excessOf(inC);
    const proved = ours.filter(({ isProved }) => isProved).length;
    const what = `24-puzzle within ${seconds} s`;
    const firsts = figureOf(ours.map(({ first }) => first));
    const ratio = (excess / beams.excess).toFixed(2);
    const beside = prototype === undefined ? '' : `, ${ratio} times the excess in C (at most 1.3 at 10 s)`;
    report({
      what: `${what}, ${THREADS} threads`,
      figure: figureOf([excess]),
      unit: 'moves',
      note: `more than optimal on average; ${optimal} of ${instances.length} optimal, ${proved} proved${beside}; first answers after at most ${firsts.most.toFixed(3)} s`,
    });
    if (prototype !== undefined) {
      const mean = inC.reduce((sum, beam) => sum + beam.seconds, 0) / inC.length;
      const note = `more than optimal on average; ${beams.optimal} optimal, ${mean.toFixed(1)} s each, width ${width?.toLocaleString('en-US')}`;
      report({ what: `${what}, beam in C, 1 thread`, figure: figureOf([beams.excess]), unit: 'moves', note });
    }
  }
}

/** Returns the answers of a process that has this time for each instance. @throws Error if a solution is shorter than optimal */
function answersWithin(programs: Programs, seconds: number, instances: readonly KorfInstance[]): Answer[] {
  const lines = instances.map(({ start }) => start.join(' ')).join('\n');
  const words = ['solve', '5x5', '--goal', formatPosition(GOAL), '--anytime', '--json'];
  const limits = ['--time-limit', String(seconds), '--threads', String(THREADS)];
  programs.antipode([...words, ...limits], programs.write('korf-24.txt', `${lines}\n`), STATUSES);
  const printed = readFileSync(programs.path('output'), 'utf8').trim().split('\n');
  return printed.map((line, index) => {
    const { length, bound, optimal, improvements } = JSON.parse(line);
    const instance = instances[index];
    if (length < instance.length || bound > (instance.length || length)) {
      throw new Error(
        `instance ${instance.number}: ${length} moves, at least ${bound}, optimal are ${instance.length}`,
      );
    }
    return { instance, moves: length, isProved: optimal, first: improvements[0].seconds };
  });
}

/** Returns the moves of beams of a width, and the processor time of each. */
function beamsInC(prototype: Prototype, width: number, instances: readonly KorfInstance[]) {
  const lines = instances.map(({ start }) => start.join(' ')).join('\n');
  const [printed] = prototype([PARTITION, width], /^len [\s\S]*/m, `${lines}\n`);
  const found = Array.from(printed.matchAll(/^len (\d+) .* cpu ([\d.]+)$/gm), (match) => match.slice(1).map(Number));
  return found.map(([moves, seconds], index) => ({ instance: instances[index], moves, seconds }));
}

/** Returns the width of a beam in C that takes this time on average: a beam of that width is measured again. */
function widthFor(prototype: Prototype, seconds: number, instances: readonly KorfInstance[]): number {
  let width = FIRST_WIDTH;
  for (let turn = 0; turn < 2; turn++) {
    const beams = beamsInC(prototype, width, instances.slice(0, 2));
    const mean = beams.reduce((sum, beam) => sum + beam.seconds, 0) / beams.length;
    width = Math.round((width * seconds) / mean);
  }
  return width;
}

/** Returns the mean number of moves beyond those of a shortest solution, of the instances for which that is known. */
function excessOf(answers: readonly { readonly instance: KorfInstance; readonly moves: number }[]) {
  const known = answers.filter(({ instance }) => instance.length > 0);
  const excesses = known.map(({ instance, moves }) => moves - instance.length);
  const optimal = excesses.filter((moves) => moves === 0).length;
  return { excess: excesses.reduce((sum, moves) => sum + moves, 0) / known.length, optimal };
}

/** Reports the times of whole processes that end with the first answer. */
export function benchFirstAnswers(programs: Programs, rounds: number): void {
  const random = new SeededRandom(1);
  for (let side = 4; side <= 10; side++) {
    const board = makeBoard(side, side);
    const seconds = Array.from({ length: rounds }, () => {
      const position = formatPosition(randomPosition(board, orderedPosition(board), random));
      return programs.antipode(['solve', '--anytime', '--time-limit', '0.001', position], undefined, STATUSES);
    });
    const note = side === 10 ? { note: 'at most 1' } : {};
    report({ what: `process: first answer, ${formatBoard(board)}`, figure: figureOf(seconds), unit: 's', ...note });
  }
}

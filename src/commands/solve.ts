/** `antipode solve`: shortest solutions of positions, from distance tables or by a search. */

import { parseBoard } from '../board/board.js';
import { InputError } from '../board/input-error.js';
import { METRICS } from '../board/metric.js';
import { formatPosition, parsePosition, readTiles } from '../board/position.js';
import { HEURISTICS } from '../heuristic/heuristic.js';
import { ALGORITHMS } from '../solve/algorithm-names.js';
import { LimitError } from '../solve/limits.js';
import { MOST_THREADS } from '../threads/thread-count.js';
import { Answers } from './answers.js';
import { EXIT_FAILED, EXIT_INPUT } from './exit.js';
import { readInstance } from './instance-file.js';
import { linesOfInput } from './lines.js';
import { oneOf, positiveNumber, wholeNumber } from './option-values.js';
import { NotServedError, SolvingDesk } from './solving-desk.js';

/** Further positions that are wrong are only counted. */
const MOST_COMPLAINTS = 20;

/** As commander gives them. */
export interface SolveArguments {
  readonly table?: string;
  readonly board?: string;
  readonly goal?: string;
  readonly metric?: string;
  readonly instance?: string;
  readonly algorithm?: string;
  readonly heuristic?: string;
  readonly timeLimit?: string;
  readonly memory?: string;
  readonly threads?: string;
  readonly boards?: boolean;
  readonly letters?: boolean;
  readonly json?: boolean;
}

export async function solveCommand(words: readonly string[], options: SolveArguments): Promise<void> {
  const { goal, metric, instance, algorithm, heuristic, timeLimit, memory, threads, ...plain } = options;
  if (instance !== undefined && (goal !== undefined || words.length > 0)) {
    throw new InputError('--instance names a file that holds start and goal: leave out --goal and positions');
  }
  const board = options.board === undefined ? undefined : parseBoard(options.board);
  const read = instance === undefined ? undefined : readInstance(instance, board);
  const desk = new SolvingDesk({
    ...plain,
    goal: read?.goal ?? (goal === undefined ? undefined : parsePosition(goal, board)),
    metric: metric === undefined ? undefined : oneOf('--metric', metric, METRICS),
    algorithm: algorithm === undefined ? undefined : oneOf('--algorithm', algorithm, ALGORITHMS),
    heuristic: heuristic === undefined ? undefined : oneOf('--heuristic', heuristic, HEURISTICS),
    seconds: timeLimit === undefined ? undefined : positiveNumber('--time-limit', timeLimit),
    bytes: memory === undefined ? undefined : wholeNumber('--memory', memory, 1, Number.MAX_SAFE_INTEGER),
    threads: threads === undefined ? undefined : wholeNumber('--threads', threads, 1, MOST_THREADS),
  });
  const positions = read === undefined ? asPositions(words) : [formatPosition(read.start)];
  const answers = new Answers();
  const complaints = new Complaints();
  try {
    if (positions.length > 0) {
      for (const text of positions) {
        await complaints.of('', desk.answer(text, answers));
        answers.flush();
      }
    } else {
      await solveLines(desk, answers, complaints);
    }
  } finally {
    answers.flush();
  }
  complaints.tellUncounted();
}

async function solveLines(desk: SolvingDesk, answers: Answers, complaints: Complaints): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write('positions, one a line; Ctrl-D ends\n');
  const tiles: number[] = [];
  for await (const { first, bytes, begins } of linesOfInput()) {
    for (let line = 0; line < begins.length - 1; line++) {
      const begin = begins[line];
      const end = begins[line + 1] - 1;
      if (readTiles(bytes, begin, end, tiles) && desk.answerAtOnce(tiles, answers)) continue;
      const text = bytes.toString('utf8', begin, end);
      if (text.trim() !== '') await complaints.of(`line ${first + line}: `, desk.answer(text, answers));
    }
    // Whoever writes a line and waits for its answer gets it.
    answers.flush();
  }
}

/** Arguments that are single tiles are one position whose quotes were forgotten. */
function asPositions(words: readonly string[]): readonly string[] {
  const tiles = words.length > 1 && words.every((word) => /^(\d{1,3}|[xX_])$/.test(word));
  return tiles && words.some((word) => /^[xX_0]$/.test(word)) ? [words.join(' ')] : words;
}

/** Names each position that has no answer, and sets the exit status, so that the others are answered. */
class Complaints {
  #count = 0;

  /** @param place of the position, for the message */
  async of(place: string, answered: Promise<void>): Promise<void> {
    try {
      await answered;
    } catch (error) {
      if (error instanceof InputError) process.exitCode = EXIT_INPUT;
      else if (error instanceof NotServedError || error instanceof LimitError) process.exitCode ??= EXIT_FAILED;
      else throw error;
      if (++this.#count <= MOST_COMPLAINTS) process.stderr.write(`antipode: ${place}${error.message}\n`);
    }
  }

  tellUncounted(): void {
    const more = this.#count - MOST_COMPLAINTS;
    if (more > 0) process.stderr.write(`antipode: ${more} more positions have no answer\n`);
  }
}

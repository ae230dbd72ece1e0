/** `antipode solve`: shortest solutions of positions, from distance tables. */

import { InputError } from '../board/input-error.js';
import { readTiles } from '../board/position.js';
import { EXIT_FAILED, EXIT_INPUT } from './exit.js';
import { linesOf } from './lines.js';
import { NotServedError, type SolveArguments, SolvingDesk } from './solving-desk.js';

/** Further positions that are wrong are only counted. */
const MOST_COMPLAINTS = 20;
const WRITE_CHARACTERS = 1 << 16;

export async function solveCommand(words: readonly string[], options: SolveArguments): Promise<void> {
  const desk = new SolvingDesk(options);
  const answers = new Answers();
  try {
    if (words.length > 0) {
      for (const text of asPositions(words)) await answers.add('', () => desk.answer(text));
    } else {
      await solveLines(desk, answers);
    }
  } finally {
    answers.flush();
  }
  answers.tellUncounted();
}

async function solveLines(desk: SolvingDesk, answers: Answers): Promise<void> {
  if (process.stdin.isTTY) process.stderr.write('positions, one a line; Ctrl-D ends\n');
  for await (const { first, bytes, begins } of linesOf(process.stdin)) {
    for (let line = 0; line < begins.length - 1; line++) {
      const begin = begins[line];
      const end = begins[line + 1] - 1;
      const tiles = readTiles(bytes, begin, end);
      const answer = tiles && desk.answerAtOnce(tiles);
      if (answer !== undefined) {
        answers.write(answer);
        continue;
      }
      const text = bytes.toString('utf8', begin, end);
      if (text.trim() !== '') await answers.add(`line ${first + line}: `, () => desk.answer(text));
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

/** Answers go to standard output in large pieces, what is wrong with a position to standard error at once. */
class Answers {
  #text = '';
  #complaints = 0;

  write(text: string): void {
    this.#text += text;
    if (this.#text.length >= WRITE_CHARACTERS) this.flush();
  }

  flush(): void {
    if (this.#text !== '') process.stdout.write(this.#text);
    this.#text = '';
  }

  /** Writes an answer, or names the position that has none and sets the exit status, so that the others are answered. */
  async add(place: string, answer: () => Promise<string>): Promise<void> {
    try {
      this.write(await answer());
    } catch (error) {
      if (error instanceof InputError) process.exitCode = EXIT_INPUT;
      else if (error instanceof NotServedError) process.exitCode ??= EXIT_FAILED;
      else throw error;
      if (++this.#complaints <= MOST_COMPLAINTS) process.stderr.write(`antipode: ${place}${error.message}\n`);
    }
  }

  tellUncounted(): void {
    const more = this.#complaints - MOST_COMPLAINTS;
    if (more > 0) process.stderr.write(`antipode: ${more} more positions have no answer\n`);
  }
}

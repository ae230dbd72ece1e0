/** `antipode solve`: shortest solutions of positions, from distance tables. */

import { InputError } from '../board/input-error.js';
import { readTiles } from '../board/position.js';
import { Answers } from './answers.js';
import { EXIT_FAILED, EXIT_INPUT } from './exit.js';
import { linesOfInput } from './lines.js';
import { NotServedError, type SolveArguments, SolvingDesk } from './solving-desk.js';

/** Further positions that are wrong are only counted. */
const MOST_COMPLAINTS = 20;

export async function solveCommand(words: readonly string[], options: SolveArguments): Promise<void> {
  const desk = new SolvingDesk(options);
  const answers = new Answers();
  const complaints = new Complaints();
  try {
    if (words.length > 0) {
      for (const text of asPositions(words)) await complaints.of('', desk.answer(text, answers));
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
      else if (error instanceof NotServedError) process.exitCode ??= EXIT_FAILED;
      else throw error;
      if (++this.#count <= MOST_COMPLAINTS) process.stderr.write(`antipode: ${place}${error.message}\n`);
    }
  }

  tellUncounted(): void {
    const more = this.#count - MOST_COMPLAINTS;
    if (more > 0) process.stderr.write(`antipode: ${more} more positions have no answer\n`);
  }
}

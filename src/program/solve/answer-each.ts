/** Answers questions one after the other, given as arguments or as lines of standard input; a wrong one ends nothing. */

import { Answers } from '../process/answers.js';
import type { Input, Io } from '../process/io.js';
import { Complaints } from './complaints.js';
import { lineBatches } from './line-batches.js';

/** An answerer of questions. */
export interface Answerer {
  /** Answers a line of the input, if that needs no waiting. @returns whether it has */
  answerAtOnce?(bytes: Buffer, begin: number, end: number, answers: Answers): boolean;
  /** @throws InputError, NotServedError, LimitError, which concern this question; any other error ends them all */
  answer(text: string, answers: Answers): Promise<void>;
}

/**
 * Answers on standard output, and names on standard error the questions that have no answer.
 * @param questions none: the lines of standard input
 * @param what the questions are, in words: 'positions'
 * @returns the exit status
 */
export async function answerEach(
  questions: readonly string[],
  what: string,
  answerer: Answerer,
  io: Io,
): Promise<number> {
  const answers = new Answers(io.stdout);
  const complaints = new Complaints(what, io.stderr);
  try {
    if (questions.length > 0) {
      for (const text of questions) {
        await complaints.of('', answerer.answer(text, answers));
        answers.flush();
      }
    } else {
      if (io.stdin.isTTY) io.stderr.write(`${what}, one a line; Ctrl-D ends\n`);
      await answerLines(io.stdin, answerer, answers, complaints);
    }
  } finally {
    answers.flush();
  }
  complaints.tellUncounted();
  return complaints.status;
}

async function answerLines(input: Input, answerer: Answerer, answers: Answers, complaints: Complaints): Promise<void> {
  for await (const { first, bytes, begins } of lineBatches(input)) {
    for (let line = 0; line < begins.length - 1; line++) {
      const begin = begins[line];
      const end = begins[line + 1] - 1;
      if (answerer.answerAtOnce?.(bytes, begin, end, answers)) continue;
      const text = bytes.toString('utf8', begin, end);
      if (text.trim() !== '') await complaints.of(`line ${first + line}: `, answerer.answer(text, answers));
    }
    // A program that writes a line and waits for its answer gets it.
    answers.flush();
  }
}

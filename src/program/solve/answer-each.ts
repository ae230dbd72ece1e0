/** Answers questions one after the other, given as arguments or as lines of standard input; a wrong one ends nothing. */

import type { Input, Io } from '../io.js';
import { Answers } from './answers.js';
import { Complaints } from './complaints.js';
import { linesOf } from './lines.js';

/** What answers a question. */
export interface Desk {
  /** Answers a line of the input, where that needs no waiting. @returns whether it has */
  answerAtOnce?(bytes: Buffer, begin: number, end: number, answers: Answers): boolean;
  /** @throws InputError, NotServedError, LimitError, which are this question's; anything else ends them all */
  answer(text: string, answers: Answers): Promise<void>;
}

/**
 * Answers on standard output, and names on standard error what has no answer.
 * @param questions none: the lines of standard input
 * @param what they are, in words: 'positions'
 * @returns the exit status
 */
export async function answerEach(questions: readonly string[], what: string, desk: Desk, io: Io): Promise<number> {
  const answers = new Answers(io.stdout);
  const complaints = new Complaints(what, io.stderr);
  try {
    if (questions.length > 0) {
      for (const text of questions) {
        await complaints.of('', desk.answer(text, answers));
        answers.flush();
      }
    } else {
      if (io.stdin.isTTY) io.stderr.write(`${what}, one a line; Ctrl-D ends\n`);
      await answerLines(io.stdin, desk, answers, complaints);
    }
  } finally {
    answers.flush();
  }
  complaints.tellUncounted();
  return complaints.status;
}

async function answerLines(input: Input, desk: Desk, answers: Answers, complaints: Complaints): Promise<void> {
  for await (const { first, bytes, begins } of linesOf(input)) {
    for (let line = 0; line < begins.length - 1; line++) {
      const begin = begins[line];
      const end = begins[line + 1] - 1;
      if (desk.answerAtOnce?.(bytes, begin, end, answers)) continue;
      const text = bytes.toString('utf8', begin, end);
      if (text.trim() !== '') await complaints.of(`line ${first + line}: `, desk.answer(text, answers));
    }
    // Whoever writes a line and waits for its answer gets it.
    answers.flush();
  }
}

/** Answers questions one after the other, given as arguments or as lines of standard input; a wrong one ends nothing. */

import { Answers } from './answers.js';
import { Complaints } from './complaints.js';
import { linesOfInput } from './lines.js';

/** What answers a question. */
export interface Desk {
  /** Answers a line of the input, where that needs no waiting. @returns whether it has */
  answerAtOnce?(bytes: Buffer, begin: number, end: number, answers: Answers): boolean;
  /** @throws InputError, NotServedError, LimitError, which are this question's; anything else ends them all */
  answer(text: string, answers: Answers): Promise<void>;
}

/**
 * Answers on standard output; names on standard error what has no answer, and sets the exit status.
 * @param questions none: the lines of standard input
 * @param what they are, in words: 'positions'
 */
export async function answerEach(questions: readonly string[], what: string, desk: Desk): Promise<void> {
  const answers = new Answers();
  const complaints = new Complaints(what);
  try {
    if (questions.length > 0) {
      for (const text of questions) {
        await complaints.of('', desk.answer(text, answers));
        answers.flush();
      }
    } else {
      if (process.stdin.isTTY) process.stderr.write(`${what}, one a line; Ctrl-D ends\n`);
      await answerLines(desk, answers, complaints);
    }
  } finally {
    answers.flush();
  }
  complaints.tellUncounted();
}

async function answerLines(desk: Desk, answers: Answers, complaints: Complaints): Promise<void> {
  for await (const { first, bytes, begins } of linesOfInput()) {
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

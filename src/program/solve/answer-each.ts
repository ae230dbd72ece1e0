/** Answers questions in order, from arguments or lines of standard input. An invalid question does not stop the others. */

import { Answers } from '../process/answers.js';
import type { Input, Io } from '../process/io.js';
import { Complaints } from './complaints.js';
import { lineBatches } from './line-batches.js';

/** An answerer of questions. */
export interface Answerer {
  /** Answers a line of the input, if that needs no waiting. @returns true if it has */
  answerAtOnce?(bytes: Buffer, begin: number, end: number, answers: Answers): boolean;
  /** @throws InputError, NotServedError or LimitError, which concern this question only; any other error ends all questions */
  answer(text: string, answers: Answers): Promise<void>;
}

/** A question, and its place in a file, such as 'korf.txt, line 3: ', for messages. */
export interface Question {
  readonly text: string;
  readonly place?: string;
}

/**
 * Prints answers on standard output, and errors of unanswered questions on standard error.
 * @param questions if there are none, the lines of standard input are read
 * @param noun noun for a question, such as 'position'
 * @returns the exit status
 */
export async function answerEach(
  questions: readonly Question[],
  noun: string,
  answerer: Answerer,
  io: Io,
): Promise<number> {
  const answers = new Answers(io.stdout);
  const complaints = new Complaints(noun, io.stderr);
  try {
    if (questions.length > 0) {
      for (const { text, place = '' } of questions) {
        await complaints.of(place, answerer.answer(text, answers));
        answers.flush();
      }
    } else {
      if (io.stdin.isTTY) io.stderr.write(`${noun}s, one per line; Ctrl-D ends\n`);
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
    // Flushes, because a program can write a line and wait for its answer.
    answers.flush();
  }
}

/**
 * Answers in order, from questions in arguments or in lines of standard input, to standard output. An invalid question does not stop the
 * others.
 */

import { fstatSync } from 'node:fs';
import { StringDecoder } from 'node:string_decoder';
import { countOf, InputError } from '../../base/text.js';
import { LimitError } from '../../search/question/progress.js';
import { LONGEST_TEXT } from '../../spaces/board/position.js';
import { TableError } from '../../table/contents.js';
import { EXIT_FAILED, EXIT_INPUT, type Input, type Io, type Output } from '../terminal/process.js';

/** A question, and its place in a file, such as 'korf.txt, line 3', for messages. */
export interface Question {
  readonly text: string;
  readonly place?: string;
}

/** Error of a question that no available table answers. Other questions can still be answered. */
export class NotServedError extends TableError {}

/** Maximum number of printed errors; further ones are only counted. */
const MOST_ERRORS = 20;

/**
 * Prints answers on standard output, and errors of unanswered questions on standard error.
 * @param questions if there are none, the lines of standard input are read
 * @param noun noun for a question, such as 'position'
 * @param answer answers a question. It returns undefined if the answer is written already, without waiting. An InputError, a NotServedError
 * or a LimitError concerns this question only; any other error ends all questions
 * @returns the exit status
 */
export async function answerEach(
  questions: readonly Question[],
  noun: string,
  answer: (text: string, answers: Answers) => Promise<void> | undefined,
  io: Io,
): Promise<number> {
  const ofLines = questions.length === 0;
  if (ofLines && io.stdin().isTTY) io.stderr.write(`${noun}s, one per line; Ctrl-D ends\n`);
  const batch = ({ text, place }: Question) => ({ texts: [text], place: () => place });
  const answers = gatheredAnswers(io.stdout);
  let status = 0;
  let unanswered = 0;
  try {
    for await (const { texts, place } of ofLines ? lineBatches(io.stdin()) : questions.map(batch)) {
      for (const [index, text] of texts.entries()) {
        if (ofLines && text.trim() === '') continue;
        try {
          const pending = answer(text, answers);
          // Waiting for each of a million answers of a table would take as long as finding them.
          if (pending !== undefined) await pending;
        } catch (error) {
          if (error instanceof InputError) status = EXIT_INPUT;
          else if (error instanceof NotServedError || error instanceof LimitError) status ||= EXIT_FAILED;
          else throw error;
          const at = place(index);
          if (++unanswered <= MOST_ERRORS) io.stderr.write(`antipode: ${at ? `${at}: ` : ''}${error.message}\n`);
        }
      }
      // Flushes, because a program can write a line and wait for its answer.
      answers.flush();
    }
  } finally {
    answers.flush();
  }
  const more = unanswered - MOST_ERRORS;
  const others = countOf(more, `more ${noun}`);
  if (more > 0) io.stderr.write(`antipode: ${others} ${more === 1 ? 'has' : 'have'} no answer\n`);
  return status;
}

const ANSWER_CHARACTERS = 1 << 16;

export type Answers = ReturnType<typeof gatheredAnswers>;

/** Gathers answers into large pieces for standard output. */
export function gatheredAnswers(stdout: Output) {
  let gathered = '';

  function flush(): void {
    if (gathered !== '') stdout.write(gathered);
    gathered = '';
  }

  function write(text: string): void {
    gathered += text;
    if (gathered.length > ANSWER_CHARACTERS) flush();
  }

  return { write, flush };
}

/** Maximum characters of a line that are kept: more than a position can have. */
const LONGEST_LINE = 4 * LONGEST_TEXT;

/**
 * Yields the lines of each piece of the input, which are answered before the next piece is awaited, and a function that returns the place of
 * each line. An overlong line is cut, but stays longer than the limit.
 * @throws InputError if the input is a folder, which Node reads as empty
 */
async function* lineBatches(input: Input) {
  if (input.fd !== undefined && fstatSync(input.fd).isDirectory()) {
    throw new InputError('standard input is a folder: redirect it from a file, with one position or state per line');
  }
  const decoder = new StringDecoder('utf8');
  let first = 1;
  const batchOf = (texts: readonly string[]) => {
    const begin = first;
    first += texts.length;
    return { texts, place: (index: number) => `line ${begin + index}` };
  };
  let begun = '';
  for await (const piece of input) {
    const texts = (begun + decoder.write(piece)).split('\n');
    begun = (texts.pop() as string).slice(0, LONGEST_LINE);
    yield batchOf(texts);
  }
  yield batchOf([begun + decoder.end()]);
}

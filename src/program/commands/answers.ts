/**
 * Answers in order, from questions in arguments or in lines of standard input, to standard output. An invalid question does not stop the
 * others.
 */

import { fstatSync, readSync } from 'node:fs';
import { countOf, InputError } from '../../base/text.js';
import { LimitError } from '../../search/question/limits.js';
import { LONGEST_TEXT } from '../../spaces/board/position.js';
import { TableError } from '../../table/files/contents.js';
import { EXIT_FAILED, EXIT_INPUT, type Input, type Io, type Output } from '../terminal/process.js';

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

/** Buffer that gathers answers into large pieces for standard output. */

const ANSWER_BYTES = 1 << 16;
const END_OF_ANSWER = 0x0a;

export class Answers {
  readonly #stdout: Output;
  #bytes = Buffer.allocUnsafe(ANSWER_BYTES);
  #length = 0;

  constructor(stdout: Output) {
    this.#stdout = stdout;
  }

  /** Writes bytes[begin] to bytes[end - 1], at most ANSWER_BYTES - 1 of them, and a line feed. */
  writeLine(bytes: Uint8Array, begin: number, end: number): void {
    if (this.#length + end - begin >= ANSWER_BYTES) this.flush();
    const target = this.#bytes;
    let length = this.#length;
    // A loop copies this few bytes faster than Buffer.copy.
    for (let at = begin; at < end; at++) target[length++] = bytes[at];
    target[length++] = END_OF_ANSWER;
    this.#length = length;
  }

  write(text: string): void {
    const length = Buffer.byteLength(text);
    if (this.#length + length > ANSWER_BYTES) this.flush();
    if (length > ANSWER_BYTES) this.#stdout.write(text);
    else this.#length += this.#bytes.write(text, this.#length);
  }

  flush(): void {
    if (this.#length === 0) return;
    this.#stdout.write(this.#bytes.subarray(0, this.#length));
    // The stream can keep a reference to bytes that it has not written yet.
    this.#bytes = Buffer.allocUnsafe(ANSWER_BYTES);
    this.#length = 0;
  }
}

/** Errors of single questions, reported without stopping the others. */

/** Error of a question that no available table answers. Other questions can still be answered. */
export class NotServedError extends TableError {}

/** Maximum number of printed errors; further ones are only counted. */
const MOST_COMPLAINTS = 20;

/** Prints the error of each unanswered question. */
class Complaints {
  readonly #noun: string;
  readonly #stderr: Output;
  #count = 0;
  #status = 0;

  /** @param noun noun for a question, such as 'position' */
  constructor(noun: string, stderr: Output) {
    this.#noun = noun;
    this.#stderr = stderr;
  }

  /** Exit status. */
  get status(): number {
    return this.#status;
  }

  /** @param place place of the question, for the message */
  async of(place: string, answered: Promise<void>): Promise<void> {
    try {
      await answered;
    } catch (error) {
      if (error instanceof InputError) this.#status = EXIT_INPUT;
      else if (error instanceof NotServedError || error instanceof LimitError) this.#status ||= EXIT_FAILED;
      else throw error;
      if (++this.#count <= MOST_COMPLAINTS) this.#stderr.write(`antipode: ${place}${error.message}\n`);
    }
  }

  tellUncounted(): void {
    const more = this.#count - MOST_COMPLAINTS;
    const others = countOf(more, `more ${this.#noun}`);
    if (more > 0) this.#stderr.write(`antipode: ${others} ${more === 1 ? 'has' : 'have'} no answer\n`);
  }
}

/** Reads the lines of a stream in batches. The memory for a line is limited to the longest useful one. */

const LINE_FEED = 0x0a;
const PIECE_BYTES = 1 << 16;

/** Lines as bytes of the stream: decoding them one by one takes as long as solving them. */
interface LineBatch {
  /** Number of the first line, from 1. */
  readonly first: number;
  readonly bytes: Buffer;
  /** Offset of each line, and of the end; a line ends before the line feed in front of the next one. */
  readonly begins: readonly number[];
}

/**
 * Yields a batch for each piece of the input. An overlong line is cut, but stays longer than the limit.
 * @throws InputError if the input is a folder, which Node reads as empty
 */
async function* lineBatches(input: Input): AsyncGenerator<LineBatch> {
  const { fd } = input;
  const status = fd === undefined ? undefined : fstatSync(fd);
  if (status?.isDirectory()) {
    throw new InputError('standard input is a folder: redirect it from a file, with one position or state per line');
  }
  let first = 1;
  let begun: Buffer = Buffer.alloc(0);
  for await (const piece of fd !== undefined && status?.isFile() ? piecesOfFile(fd) : input) {
    const bytes = begun.length === 0 ? piece : Buffer.concat([begun, piece]);
    const begins = [0];
    // A call of indexOf for each line takes longer, because lines are short.
    for (let at = 0; at < bytes.length; at++) if (bytes[at] === LINE_FEED) begins.push(at + 1);
    if (begins.length > 1) yield { first, bytes, begins };
    first += begins.length - 1;
    const last = begins[begins.length - 1];
    begun = Buffer.from(bytes.subarray(last, last + LONGEST_LINE));
  }
  if (begun.length > 0) yield { first, bytes: begun, begins: [0, begun.length + 1] };
}

/** Reads into one buffer. A stream would allocate memory for each piece, and use another thread. */
function* piecesOfFile(file: number): Generator<Buffer> {
  const buffer = Buffer.alloc(PIECE_BYTES);
  for (let read = 1; read > 0; ) {
    read = readSync(file, buffer);
    yield buffer.subarray(0, read);
  }
}

/** Maximum bytes of a line: too long for a position in any encoding. */
const LONGEST_LINE = 4 * LONGEST_TEXT + 4;

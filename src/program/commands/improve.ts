/** `antipode solve --improve`: a given solution, shortened by searches between its states or from a table. */

import { countOf } from '../../base/text.js';
import { moveNames, readQuestion } from '../../search/anytime/given-solution.js';
import { type ShortenedSolution, shorten } from '../../search/anytime/shorten.js';
import type { SearchResult } from '../../search/question/question.js';
import { refuse } from '../arguments/option-values.js';
import { liveLine } from '../terminal/live-line.js';
import { EXIT_NOT_PROVED, type Io } from '../terminal/process.js';
import type { Question } from './answers.js';
import { answerText, firstSignal, type QuestionReader, type SolveOptions } from './questions.js';
import { tableOrigin } from './tabled-space.js';

/**
 * Prints the shortened solution of one position or state.
 * @returns the exit status
 * @throws InputError if the moves are no solution
 */
export async function improve(
  texts: readonly Question[],
  read: QuestionReader,
  options: SolveOptions,
  io: Io,
): Promise<number> {
  const { improve: moves = '', seconds, bytes } = options;
  const others = ['anytime', 'algorithm', 'heuristic', 'partition', 'threads'] as const;
  const other = others.find((name) => options[name] !== undefined);
  refuse({
    [`--improve has searches of its own: leave out --${other}`]: other !== undefined,
    '--improve is for one solution: give one position or state': texts.length !== 1,
  });
  const posed = read(texts[0].text);
  const { tabled, question } = posed;
  const { space } = tabled;
  const given = readQuestion(space, question).follow(moveNames(space, moves)).moves.length;
  const table = await tabled.tableFor(question);
  const answer = table && (tabled.solver.answer(question) as SearchResult);
  const shortened = answer ?? (await shortenedUntilSignal());
  const length = shortened.moves?.length ?? 0;
  const { windows, isOptimal } = 'windows' in shortened ? shortened : { windows: length, isOptimal: true };
  const found = { ...shortened, distance: isOptimal ? length : null };
  const facts = { given, length, windows, optimal: isOptimal, seconds: shortened.seconds };
  io.stdout.write(answerText(posed, found, facts, options));
  const proof = isOptimal
    ? 'no solution is shorter'
    : `every part of up to ${countOf(windows, 'move')} is a shortest path`;
  io.stderr.write(`${outcome(length)}; ${proof}${table === undefined ? '' : `, by ${tableOrigin(table)}`}\n`);
  return isOptimal ? 0 : EXIT_NOT_PROVED;

  function outcome(length: number): string {
    const moves = countOf(given, 'move');
    return `${tabled.name}: ${length < given ? `${moves} shortened to ${length}` : `${moves}, not shortened`}`;
  }

  /** Shortens until nothing more is found, or a signal asks for what there is. */
  async function shortenedUntilSignal(): Promise<ShortenedSolution> {
    const ended = new AbortController();
    let best: ShortenedSolution | undefined;
    const onProgress = (solution: ShortenedSolution) => {
      best = solution;
    };
    const line = liveLine(io.stderr, () => (best === undefined ? '' : outcome(best.length)));
    firstSignal(io, ended);
    try {
      return await shorten(space, question, moves, { seconds, bytes, signal: ended.signal, onProgress });
    } catch (error) {
      if (!ended.signal.aborted || best === undefined) throw error;
      return best;
    } finally {
      io.answerSignals(() => true);
      line.end();
    }
  }
}

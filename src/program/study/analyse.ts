/** `antipode analyse`: the statistics of a table's space. */

import { once } from 'node:events';
import { InputError } from '../../base/input-error.js';
import { excerpt } from '../../base/text/excerpt.js';
import { grouped } from '../../base/text/numbers.js';
import { formatPosition } from '../../spaces/board/position.js';
import { analyse, bytesToAnalyse, threadsToAnalyse } from '../../study/analysis/analyse.js';
import { tableKind } from '../../table/origin.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { Answers } from '../solve/answers.js';
import { analysisText, spaceAnalysisText } from '../terminal/analysis-text.js';
import { checkReplay, replaySetup, withProgress } from '../verify/replay-setup.js';

/** As commander gives them. */
export interface AnalyseArguments {
  readonly antipodes: string;
  readonly threads?: string;
  readonly json?: boolean;
}

/** What is printed of an analysis. */
interface Printed {
  readonly antipodeCount: number;
  readonly text: string;
  /** All but the antipodes, which are printed before. */
  readonly fields: object;
}

/** Analyses what was opened. @param onAntipode is told texts */
type Work = (onAntipode: (text: string) => Promise<void>) => Promise<Printed>;

export async function analyseCommand(tablePath: string, options: AnalyseArguments, io: Io): Promise<void> {
  const most = antipodesOf(options.antipodes);
  const work =
    tableKind(tablePath) === 'space'
      ? await analyseSpaceTable(tablePath, options, io)
      : analyseBoardTable(tablePath, options, io);
  endOnSignal(io);

  const answers = new Answers(io.stdout);
  answers.write(options.json ? '{"antipodes":[' : most > 0 ? `antipodes of ${tablePath}\n` : '');
  let listed = 0;
  const { antipodeCount, text, fields } = await work(async (antipode) => {
    if (listed === most) return;
    answers.write(options.json ? `${listed === 0 ? '' : ','}${JSON.stringify(antipode)}` : `  ${antipode}\n`);
    listed++;
    if (io.stdout.writableNeedDrain) await once(io.stdout, 'drain');
  });
  if (options.json) {
    answers.write(`],${JSON.stringify({ ...fields, table: tablePath }).slice(1)}\n`);
  } else {
    const more = antipodeCount - listed;
    if (most > 0 && more > 0) answers.write(`  and ${grouped(more)} more: --antipodes all lists them\n`);
    answers.write(`${most > 0 ? '\n' : ''}${text}\n`);
  }
  answers.flush();
}

function analyseBoardTable(tablePath: string, options: AnalyseArguments, io: Io): Work {
  const { table, threads = threadsToAnalyse(table.board) } = replaySetup(tablePath, options.threads);
  checkReplay(table, threads, bytesToAnalyse(table.board, table.metric), 'its bitsets and counts', io);
  return async (onAntipode) => {
    const analysis = await withProgress(tablePath, 'states', io, (onProgress) =>
      analyse(table, { threads, onProgress, onAntipode: (position) => onAntipode(formatPosition(position)) }),
    );
    const { goal, board: _, ...figures } = analysis;
    const fields = { ...figures, goal: formatPosition(goal) };
    return { antipodeCount: analysis.antipodeCount, text: analysisText(analysis), fields };
  };
}

async function analyseSpaceTable(tablePath: string, options: AnalyseArguments, io: Io): Promise<Work> {
  const { openForAnalysis } = await import('./analyse-space.js');
  const analyseOpened = await openForAnalysis(tablePath, options.threads, io);
  return async (onAntipode) => {
    const analysis = await analyseOpened(onAntipode);
    return { antipodeCount: analysis.antipodeCount, text: spaceAnalysisText(analysis), fields: analysis };
  };
}

/** @throws InputError */
function antipodesOf(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InputError(`--antipodes must be 'all' or a whole number, found '${excerpt(text)}'`);
}

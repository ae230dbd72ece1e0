/** `antipode analyse`: the statistics of a table's space. */

import { once } from 'node:events';
import { analyse, bytesToAnalyse } from '../analysis/analyse.js';
import { InputError } from '../board/input-error.js';
import { formatPosition } from '../board/position.js';
import { analysisText } from '../terminal/analysis-text.js';
import { excerpt } from '../text/excerpt.js';
import { grouped } from '../text/numbers.js';
import { Answers } from './answers.js';
import { checkReplay, replaySetup, withProgress } from './replay-setup.js';
import { endOnSignal } from './signals.js';

/** As commander gives them. */
export interface AnalyseArguments {
  readonly antipodes: string;
  readonly threads?: string;
  readonly json?: boolean;
}

export async function analyseCommand(tablePath: string, options: AnalyseArguments): Promise<void> {
  const most = antipodesOf(options.antipodes);
  const setup = replaySetup(tablePath, options.threads);
  const { table, threads } = setup;
  checkReplay(setup, bytesToAnalyse(table.board, table.metric), 'its bitsets and counts');
  endOnSignal();

  const answers = new Answers();
  answers.write(options.json ? '{"antipodes":[' : most > 0 ? `antipodes of ${tablePath}\n` : '');
  let listed = 0;
  const analysis = await withProgress(tablePath, 'states', (onProgress) =>
    analyse(table, {
      threads,
      onProgress,
      onAntipode: async (position) => {
        if (listed === most) return;
        const text = formatPosition(position);
        answers.write(options.json ? `${listed === 0 ? '' : ','}"${text}"` : `  ${text}\n`);
        listed++;
        if (process.stdout.writableNeedDrain) await once(process.stdout, 'drain');
      },
    }),
  );
  if (options.json) {
    const { goal, board: _, ...figures } = analysis;
    const rest = { ...figures, goal: formatPosition(goal), table: tablePath };
    answers.write(`],${JSON.stringify(rest).slice(1)}\n`);
  } else {
    const more = analysis.antipodeCount - listed;
    if (most > 0 && more > 0) answers.write(`  and ${grouped(more)} more: --antipodes all lists them\n`);
    answers.write(`${most > 0 ? '\n' : ''}${analysisText(analysis)}\n`);
  }
  answers.flush();
}

/** @throws InputError */
function antipodesOf(text: string): number {
  if (text === 'all') return Number.POSITIVE_INFINITY;
  if (/^\d{1,15}$/.test(text)) return Number(text);
  throw new InputError(`--antipodes must be 'all' or a whole number, found '${excerpt(text)}'`);
}

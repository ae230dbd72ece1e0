/** `antipode analyse`: prints statistics of a table's space. */

import { once } from 'node:events';
import { grouped } from '../../base/text/numbers.js';
import type { Analysis } from '../../study/analysis/analyse.js';
import { antipodesOf } from '../arguments/option-values.js';
import { Answers } from '../process/answers.js';
import { type Call, provenanceOf } from '../process/call.js';
import type { Io } from '../process/io.js';
import { endOnSignal } from '../process/signals.js';
import { analysisText } from '../terminal/analysis-text.js';
import { columnsOf } from '../terminal/width.js';
import { announceAnalysis, openStudiedTable } from './studied-table.js';

/** Options as commander gives them. */
export interface AnalyseArguments {
  readonly antipodes: string;
  readonly goal?: string;
  readonly module?: string;
  readonly threads?: string;
  readonly json?: boolean;
}

export async function analyseCommand(tablePath: string, options: AnalyseArguments, call: Call, io: Io): Promise<void> {
  const most = antipodesOf(options.antipodes);
  const analyseTable = announceAnalysis(await openStudiedTable(tablePath, options, io), io);
  endOnSignal(io);

  const answers = new Answers(io.stdout);
  answers.write(options.json ? '{"antipodes":[' : most !== 0 ? `antipodes of ${tablePath}\n` : '');
  let listed = 0;
  const analysis = await analyseTable(async (antipode) => {
    if (most !== 'all' && listed >= most) return;
    answers.write(options.json ? `${listed === 0 ? '' : ','}${JSON.stringify(antipode)}` : `  ${antipode}\n`);
    listed++;
    if (io.stdout.writableNeedDrain) await once(io.stdout, 'drain');
  });
  if (options.json) {
    const provenance = provenanceOf(call, analysis.threads);
    answers.write(`],${JSON.stringify({ ...fieldsOf(analysis), table: tablePath, provenance }).slice(1)}\n`);
  } else {
    const more = analysis.antipodeCount - listed;
    if (most !== 0 && more > 0) answers.write(`  and ${grouped(more)} more: --antipodes all lists them\n`);
    answers.write(`${most !== 0 ? '\n' : ''}${analysisText(analysis, columnsOf(io.stdout))}\n`);
  }
  answers.flush();
}

/** Returns the fields of an analysis that --json prints, except the antipodes. */
function fieldsOf({ board, space, starts, metric, size, reversible, heuristics, ...figures }: Analysis): object {
  const { threads, seconds, ...distances } = figures;
  if (board === null) {
    const brought = heuristics.length === 0 ? {} : { heuristics };
    return { space, starts, metric, size, reversible, ...distances, ...brought, threads, seconds };
  }
  return { space, metric, ...distances, heuristics, threads, seconds, goal: starts[0] };
}

/** The description of `antipode analyse`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeAnalyse(program: Command, { call, io }: Invocation): void {
  program
    .command('analyse')
    .summary("statistics of a table's space: distribution, branching, heuristics")
    .description(
      "Enumerates a table's space again, and prints statistics of all its positions or states: the distribution of " +
        'distances, local maxima, branching, shortest solutions, and for boards how good the heuristics are.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .addOption(program.createOption('--antipodes <n>', 'how many antipodes to list, or all').default('20', '20'))
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--threads <n>', 'the most worker threads (default: all that the machine offers, fewer for small spaces)')
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['Statistics of the 8-puzzle, after antipode explore 3x3', 'antipode analyse out/3x3.table'],
        ['All antipodes and all statistics, for a program', 'antipode analyse out/3x3.table --antipodes all --json'],
      ]),
    )
    .action(async (table, options) => (await import('./analyse.js')).analyseCommand(table, options, call, io));
}

/** The description of `antipode analyse`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeAnalyse(program: Command, { call, io }: Invocation): void {
  program
    .command('analyse')
    .summary("print statistics of a table's space: distribution, branching, heuristics")
    .description(
      "Enumerates a table's space again, and prints statistics of all its positions or states: the distribution of " +
        'distances, local maxima, branching, shortest solutions, and for boards the quality of the heuristics.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .addOption(program.createOption('--antipodes <n>', 'number of antipodes to list, or all').default('20', '20'))
    .option('--goal <position>', "the goal of a board's positions (default: the explored one)")
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['Statistics of the 8-puzzle, after antipode explore 3x3', 'antipode analyse out/3x3.table'],
        ['All antipodes and all statistics, as JSON', 'antipode analyse out/3x3.table --antipodes all --json'],
      ]),
    )
    .action(async (table, options) => (await import('./analyse.js')).analyseCommand(table, options, call, io));
}

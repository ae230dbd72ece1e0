/** The description of `antipode report`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeReport(program: Command, { call, io }: Invocation): void {
  program
    .command('report')
    .summary("draw charts of a table's space: an HTML page, or its distribution as SVG")
    .description(
      "Enumerates a table's space again, and draws what analyse prints: an HTML page in one file that needs no network, " +
        'the distribution alone as an SVG for a paper, or both.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--output <file.html>', 'the file for the page; - for standard output')
    .option('--svg <file.svg>', 'the file for the distribution; - for standard output')
    .option('--goal <position>', "the goal of a board's positions (default: the explored one)")
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .addHelpText(
      'after',
      examplesText([
        ['A page of all charts', 'antipode report out/3x3.table --output 3x3.html'],
        ['The distribution for a paper', 'antipode report out/3x3.table --svg 3x3.svg'],
      ]),
    )
    .action(async (table, options) => (await import('./report.js')).reportCommand(table, options, call, io));
}

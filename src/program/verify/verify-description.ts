/** The description of `antipode verify`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeVerify(program: Command, { call, io }: Invocation): void {
  program
    .command('verify')
    .summary('check a distance table, or exported distances, independently')
    .description(
      'Checks a table: first its checksums, then all its distances against the layers, which are replayed with plain moves. ' +
        'With --distances, checks an array of distances in a .npy file by local rules; a table then only determines the space.',
    )
    .argument('[table]', 'a distance table, such as out/3x3.table')
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--ignore-checksums', 'replay the layers even if checksums are wrong; they still count as faults')
    .option(
      '--distances <file>',
      'check this .npy array [blank cell, arrangement], or [state], of the table or of --board',
    )
    .option('--board <RxC>', 'with --distances and no table: the board, or the rows of a map')
    .option(
      '--goal <position>',
      "the goal of the board's distances (default: that of the table; with --board tiles in order, blank last)",
    )
    .option('--metric <name>', 'with --board: the metric of the distances, single or multi (default: single)')
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .option('--json', 'print the result as one JSON object; see docs/explanations/verify.md')
    .addHelpText(
      'after',
      examplesText([
        ['Check a table', 'antipode verify out/3x3.table'],
        ["Check another program's distances of the 8-puzzle", 'antipode verify --board 3x3 --distances 3x3.npy'],
      ]),
    )
    .action(async (table, options) => (await import('./verify.js')).verifyCommand(table, options, call, io));
}

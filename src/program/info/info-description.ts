/** The description of `antipode info`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeInfo(program: Command, { io }: Invocation): void {
  program
    .command('info')
    .summary('describe a table, an unfinished run, a puzzle or another space')
    .description(
      'Describes a distance table, the folder of an unfinished exploration, or a space, and enumerates nothing. ' +
        'For a table: its space, maximum depth, encoding and size. For a folder: how far the run is, and how to resume it. ' +
        'For a permutation puzzle: the order of its group, transitivity, a base, and the number of states.',
    )
    .argument(
      '<file>',
      'a table such as out/3x3.table, the folder of --checkpoint or --work, the file of a puzzle such as ./dino.tws, a module such as ./my-space.js, a built-in puzzle such as dino, or a board such as 3x4',
    )
    .option('--metric <name>', 'what counts as one move in a space: as in explore (default: the usual one)')
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['What a table holds', 'antipode info out/3x3.table'],
        ['The group and the number of states of a puzzle', 'antipode info dino'],
      ]),
    )
    .action(async (file, options) => (await import('./info.js')).infoCommand(file, options, io));
}

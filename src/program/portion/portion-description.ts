/** The description of `antipode portion`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describePortion(program: Command, { io }: Invocation): void {
  program
    .command('portion')
    .summary('make one part of an exploration that machines share, as a job of a batch system')
    .description(
      'Makes portions of a layer in a folder that machines share. With --finish, checks that all of them are made, completes the ' +
        'layer, and prints the portions of the next one, one per line. A board and --layer 0 --finish begin a run. See docs/tutorials/several-machines.md.',
    )
    .argument('[board]', 'the board of a new run, such as 3x4, or the rows of a map such as "..#/.../#.."')
    .requiredOption('--work <dir>', 'the folder of the run; its path may differ from machine to machine')
    .requiredOption('--layer <n>', 'the layer: states of this depth')
    .option('--portion <n or a-b>', 'the portion to make, or several that share what they read')
    .option('--finish', 'complete the layer, and print the portions of the next one')
    .option('--map <file>', 'the board of a new run, as a map')
    .option('--goal <position>', 'the goal of a new run (default: tiles in order, blank last)')
    .option('--no-table', 'make no distance table: half the files')
    .option('--antipodes <n>', 'how many antipodes to list, or all (default: 20)')
    .option('--output <dir>', 'folder for the table and the result (default: out)')
    .option('--threads <n>', 'the most worker threads (default: all that the machine offers)')
    .option('--memory <size>', 'the most memory, such as 4GB (default: four fifths of what is free)')
    .addHelpText(
      'after',
      examplesText([
        ['Begin a run, and print the portions of layer 1', 'antipode portion 3x4 --work work --layer 0 --finish'],
        ['Make one of them', 'antipode portion --work work --layer 1 --portion 0'],
      ]),
    )
    .action(async (board, options) => (await import('./portion.js')).portionCommand(board, options, io));
}

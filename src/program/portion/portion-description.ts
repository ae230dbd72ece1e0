/** The description of `antipode portion`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describePortion(program: Command, { io }: Invocation): void {
  program
    .command('portion')
    .summary('make one portion of a shared exploration, as a job of a batch system')
    .description(
      'Makes portions of a layer, in a folder that several machines share. With --finish, checks that all portions are made, completes the ' +
        'layer, and prints the portions of the next layer, one per line. A board and --layer 0 --finish begin a run. See docs/tutorials/several-machines.md.',
    )
    .argument('[board]', 'the board of a new run, such as 3x4, or the rows of a map such as "..#/.../#.."')
    .requiredOption('--work <dir>', 'the folder of the run; its path can differ from machine to machine')
    .requiredOption('--layer <n>', 'the depth of the layer')
    .option('--portion <n or a-b>', 'the portion to make, or a range of portions that share their input')
    .option('--finish', 'complete the layer, and print the portions of the next one')
    .option('--map <file>', 'a map file of the board of a new run, as in explore')
    .option('--goal <position>', 'the goal of a new run (default: tiles in order, blank last)')
    .option('--no-table', 'make no distance table; halves the size of the files')
    .option('--antipodes <n>', 'number of antipodes to list, or all (default: 20)')
    .option('--output <dir>', 'folder for <space>.json and <space>.table (default: out)')
    .option('--threads <n>', 'maximum number of worker threads (default: all available)')
    .option('--memory <size>', 'memory limit, such as 4GB (default: four fifths of free memory)')
    .addHelpText(
      'after',
      examplesText([
        ['Begin a run, and print the portions of layer 1', 'antipode portion 3x4 --work work --layer 0 --finish'],
        ['Make one of them', 'antipode portion --work work --layer 1 --portion 0'],
      ]),
    )
    .action(async (board, options) => (await import('./portion.js')).portionCommand(board, options, io));
}

/** The description of `antipode worker`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeWorker(program: Command, { call, io }: Invocation): void {
  program
    .command('worker')
    .summary('work on an exploration that several machines share through a queue')
    .description(
      'Makes the portions that antipode explore --queue hands out, in a folder that all machines share, until the run is complete. ' +
        'A worker can be started before or after the coordinator, and stopped at any time: other workers make its unfinished portions. See docs/tutorials/several-machines.md.',
    )
    .option('--queue <url>', "the coordinator's --queue address, such as redis://host:6379")
    .option('--work <dir>', "the coordinator's --work folder, by its path on this machine")
    .option('--threads <n>', 'maximum number of worker threads (default: all available)')
    .option('--memory <size>', 'memory limit, such as 4GB (default: four fifths of free memory)')
    .addHelpText(
      'after',
      examplesText([
        ['Work with all of this machine', 'antipode worker --queue redis://host:6379 --work /mnt/work'],
        [
          'Leave most of the machine to other programs',
          'antipode worker --queue redis://host:6379 --work /mnt/work --threads 2',
        ],
      ]),
    )
    .action(async (options) => (await import('./worker.js')).workerCommand(options, call, io));
}

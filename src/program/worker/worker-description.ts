/** The description of `antipode worker`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeWorker(program: Command, { call, io }: Invocation): void {
  program
    .command('worker')
    .summary('make portions of an exploration that several machines share')
    .description(
      'Makes the portions that antipode explore --queue hands out, in a folder that all machines share, until the run is complete. ' +
        'It may be started before or after the coordinator, and stopped at any time: others make its unfinished portions. See docs/tutorials/several-machines.md.',
    )
    .option('--queue <url>', 'the address that the coordinator was given, such as redis://host:6379')
    .option('--work <dir>', "the coordinator's folder, by its path on this machine")
    .option('--threads <n>', 'the most worker threads (default: all that the machine offers)')
    .option('--memory <size>', 'the most memory, such as 4GB (default: four fifths of what is free)')
    .addHelpText(
      'after',
      examplesText([
        ['Take part in a run with all of this machine', 'antipode worker --queue redis://host:6379 --work /mnt/work'],
        [
          'Leave most of the machine to others',
          'antipode worker --queue redis://host:6379 --work /mnt/work --threads 2 --memory 4GB',
        ],
      ]),
    )
    .action(async (options) => (await import('./worker.js')).workerCommand(options, call, io));
}

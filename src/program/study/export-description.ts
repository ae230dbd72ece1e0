/** The description of `antipode export`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describeExport(program: Command, { io }: Invocation): void {
  program
    .command('export')
    .summary('write distances for other tools: npy, CSV, Parquet, MessagePack, JSON')
    .description(
      'Writes the distances of a table as an array (npy, msgpack), or as rows (csv, parquet; msgpack with --depth or --sample). ' +
        'Rows of boards hold position, blank, rank and distance; those of other spaces hold state, number and distance. See docs/reference/table-format.md. ' +
        'The format json is the result that explore prints.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--format <name>', 'npy, csv, parquet, msgpack or json (default: the ending of --output)')
    .option(
      '--output <file>',
      'the file to write or replace; - for standard output (default: out/<space>.<format>, or .result.json)',
    )
    .option('--replace', 'replace a result of another space, if --output is not given')
    .option('--depth <n or a..b>', 'only states at this distance, or in this range of distances, as rows')
    .option('--sample <n>', 'only this many of the states, chosen at random, as rows')
    .option('--seed <n>', 'seed of the random choice (default: 1)')
    .option('--goal <position>', "the goal of a board's positions (default: the explored one)")
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .option('--yes', 'allow files of more than 1 GB')
    .addHelpText(
      'after',
      examplesText([
        ['All distances as an array for NumPy', 'antipode export out/3x3.table --output 3x3.npy'],
        [
          'A thousand random positions of depth 20 to 25',
          'antipode export out/3x3.table --depth 20..25 --sample 1000 --output hard.csv',
        ],
      ]),
    )
    .action(async (table, options) => (await import('./export.js')).exportCommand(table, options, io));
}

/** The description of `antipode puzzles`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describePuzzles(program: Command, { io }: Invocation): void {
  program
    .command('puzzles')
    .summary('list the built-in boards and puzzles, with states, size of the table, and time')
    .description(
      'Lists the built-in boards and puzzles, an example of each, with its number of states, the size of its distance table, ' +
        'and the measured time of its enumeration if there is one. Enumerates nothing.',
    )
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['The list', 'antipode puzzles'],
        ['The same for a program', 'antipode puzzles --json'],
      ]),
    )
    .action(async (options) => (await import('./puzzles.js')).puzzlesCommand(options, io));
}

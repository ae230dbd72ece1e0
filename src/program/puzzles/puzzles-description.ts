/** The description of `antipode puzzles`. */

import type { Command } from 'commander';
import type { Invocation } from '../process/invocation.js';
import { examplesText } from '../terminal/examples-text.js';

export function describePuzzles(program: Command, { io }: Invocation): void {
  program
    .command('puzzles')
    .summary('list the built-in boards and puzzles, with numbers of states, table sizes and times')
    .description(
      'Lists the built-in boards and puzzles. Each has an example, with its number of states, the size of its distance table, ' +
        'and the time of its enumeration, if that was measured. Enumerates nothing.',
    )
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['List the puzzles', 'antipode puzzles'],
        ['List them as JSON', 'antipode puzzles --json'],
      ]),
    )
    .action(async (options) => (await import('./puzzles.js')).puzzlesCommand(options, io));
}

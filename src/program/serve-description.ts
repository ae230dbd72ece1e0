/** The description of `antipode serve`. */

import type { Command } from 'commander';
import type { Invocation } from './process/invocation.js';
import { examplesText } from './terminal/examples-text.js';

export function describeServe(program: Command, { io }: Invocation): void {
  program
    .command('serve')
    .summary('a local page to look at tables, play with positions, and see shortest solutions')
    .description(
      'Serves a page, and its contents as JSON (docs/reference/api.md): distributions, distances and shortest solutions of positions, ' +
        'antipodes, and comparisons of search algorithms. Only this machine can reach it, unless --host says otherwise. Ctrl-C ends it.',
    )
    .argument(
      '[tables...]',
      'distance tables (default: all in out/, or the 8-puzzle enumerated on the spot; and 4x4 and 5x5 by pattern databases)',
    )
    .option(
      '--module <file>',
      "the module of a table's space, if it was moved or changed: its code is run; may be given several times",
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--port <n>', 'the port (default: 3131; 0: a free one)')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1; 0.0.0.0: all addresses of the machine)')
    .addHelpText(
      'after',
      examplesText([
        ['All tables in out/', 'antipode serve'],
        ['One table, on another port', 'antipode serve out/pancake-8.table --port 8080'],
      ]),
    )
    .action(async (tables, options) => (await import('./serve.js')).serveCommand(tables, options, io));
}

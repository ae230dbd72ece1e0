/** The description of `antipode serve`. */

import type { Command } from 'commander';
import type { Invocation } from './process/invocation.js';
import { examplesText } from './terminal/examples-text.js';

export function describeServe(program: Command, { io }: Invocation): void {
  program
    .command('serve')
    .summary('serve a local web page: distributions, puzzles to play, shortest solutions')
    .description(
      'Serves a web page, and its contents as JSON (docs/reference/api.md): distributions, distances and shortest solutions of positions, ' +
        'antipodes, and comparisons of search algorithms. Only this machine can reach the page, unless --host gives another address. Ctrl-C stops the server.',
    )
    .argument(
      '[tables...]',
      'distance tables (default: all in out/, or the 8-puzzle, enumerated on the spot; and 4x4 and 5x5, solved by pattern databases)',
    )
    .option('--goal <position>', "the goal of the table's board (default: the explored ones)")
    .option(
      '--module <file>',
      "the module of a table's space, if it was moved or changed; its code is run; can be repeated",
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--port <n>', 'the port to listen on (default: 3131; 0: a free port)')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1; 0.0.0.0: all addresses of the machine)')
    .addHelpText(
      'after',
      examplesText([
        ['Serve all tables in out/', 'antipode serve'],
        ['Serve one table, on another port', 'antipode serve out/pancake-8.table --port 8080'],
      ]),
    )
    .action(async (tables, options) => (await import('./serve.js')).serveCommand(tables, options, io));
}

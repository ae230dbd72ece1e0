/**
 * The descriptions of the commands that look up, use a table or rank: puzzles, info, serve, analyse, report, export, verify, rank and unrank.
 * Every start of the program loads the descriptions, and a command its code only when it runs.
 */

import type { Command } from 'commander';
import type { Invocation } from './terminal/call.js';
import { examplesText } from './terminal/layout.js';

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
    .action(async (options) => (await import('./commands/puzzles.js')).puzzlesCommand(options, io));
}

export function describeInfo(program: Command, { io }: Invocation): void {
  program
    .command('info')
    .summary('describe a table, an unfinished run, a puzzle or another space')
    .description(
      'Describes a distance table, the folder of an unfinished exploration, or a space, without enumerating anything. ' +
        'For a table: its space, maximum depth, encoding and size. For a folder: the last complete layer, and how to resume the run. ' +
        'For a permutation puzzle: the order of its group, transitivity, a base, and the number of states.',
    )
    .argument(
      '<file>',
      'a table such as out/3x3.table, a --checkpoint or --work folder, a puzzle file such as ./dino.tws, a module such as ./my-space.js, a built-in puzzle such as dino, or a board such as 3x4',
    )
    .option('--metric <name>', "what counts as one move, as in explore (default: the space's)")
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['The contents of a table', 'antipode info out/3x3.table'],
        ['The group and the number of states of a puzzle', 'antipode info dino'],
      ]),
    )
    .action(async (file, options) => (await import('./commands/info.js')).infoCommand(file, options, io));
}

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
    .action(async (tables, options) => (await import('./commands/serve.js')).serveCommand(tables, options, io));
}

export function describeAnalyse(program: Command, { call, io }: Invocation): void {
  program
    .command('analyse')
    .summary("print statistics of a table's space: distribution, branching, heuristics")
    .description(
      "Enumerates a table's space again, and prints statistics of all its positions or states: the distribution of " +
        'distances, local maxima, branching, shortest solutions, and for boards the quality of the heuristics.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .addOption(program.createOption('--antipodes <n>', 'number of antipodes to list, or all').default('20', '20'))
    .option('--goal <position>', "the goal of a board's positions (default: the explored one)")
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .option('--json', 'print one JSON object; see docs/reference/result.md')
    .addHelpText(
      'after',
      examplesText([
        ['Statistics of the 8-puzzle, after antipode explore 3x3', 'antipode analyse out/3x3.table'],
        ['All antipodes and all statistics, as JSON', 'antipode analyse out/3x3.table --antipodes all --json'],
      ]),
    )
    .action(async (table, options) => (await import('./commands/analyse.js')).analyseCommand(table, options, call, io));
}

export function describeReport(program: Command, { call, io }: Invocation): void {
  program
    .command('report')
    .summary("draw charts of a table's space: an HTML page, or its distribution as SVG")
    .description(
      "Enumerates a table's space again, and draws what analyse prints: an HTML page in one file that needs no network, " +
        'the distribution alone as an SVG for a paper, or both.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--output <file.html>', 'the file for the page; - for standard output')
    .option('--svg <file.svg>', 'the file for the distribution; - for standard output')
    .option('--goal <position>', "the goal of a board's positions (default: the explored one)")
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .addHelpText(
      'after',
      examplesText([
        ['A page of all charts', 'antipode report out/3x3.table --output 3x3.html'],
        ['The distribution for a paper', 'antipode report out/3x3.table --svg 3x3.svg'],
      ]),
    )
    .action(async (table, options) => (await import('./commands/report.js')).reportCommand(table, options, call, io));
}

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
    .action(async (table, options) => (await import('./commands/export.js')).exportCommand(table, options, io));
}

export function describeVerify(program: Command, { call, io }: Invocation): void {
  program
    .command('verify')
    .summary('check a distance table, or exported distances, independently')
    .description(
      'Checks a table: first its checksums, then all its distances against the layers, which are replayed with plain moves. ' +
        'With --distances, checks an array of distances in a .npy file by local rules; a table then only determines the space.',
    )
    .argument('[table]', 'a distance table, such as out/3x3.table')
    .option('--module <file>', "the module of the table's space, if it was moved or changed; its code is run")
    .option('--ignore-checksums', 'replay the layers even if checksums are wrong; they still count as faults')
    .option(
      '--distances <file>',
      'check this .npy array [blank cell, arrangement], or [state], of the table or of --board',
    )
    .option('--board <RxC>', 'with --distances and no table: the board, or the rows of a map')
    .option(
      '--goal <position>',
      "the goal of the board's distances (default: that of the table; with --board tiles in order, blank last)",
    )
    .option('--metric <name>', 'with --board: the metric of the distances, single or multi (default: single)')
    .option('--threads <n>', 'maximum number of worker threads (default: all available, fewer for small spaces)')
    .option('--json', 'print the result as one JSON object; see docs/explanations/verify.md')
    .addHelpText(
      'after',
      examplesText([
        ['Check a table', 'antipode verify out/3x3.table'],
        ["Check another program's distances of the 8-puzzle", 'antipode verify --board 3x3 --distances 3x3.npy'],
      ]),
    )
    .action(async (table, options) => (await import('./commands/verify.js')).verifyCommand(table, options, call, io));
}

export function describeRank(program: Command, { io }: Invocation): void {
  program
    .command('rank')
    .summary('print the rank of a permutation in lexicographic order')
    .description('Prints the rank of a permutation of 1..n in lexicographic order, counted from 0: 2143 has rank 7.')
    .argument('<permutation...>', 'the permutation, as 2143, 2 1 4 3 or 2,1,4,3')
    .addHelpText(
      'after',
      examplesText([
        ['A permutation of up to nine elements', 'antipode rank 2143'],
        ['A longer one', 'antipode rank 10 9 8 7 6 5 4 3 2 1'],
      ]),
    )
    .action(async (words) => (await import('./commands/rank.js')).rankCommand(words, io));
}

export function describeUnrank(program: Command, { io }: Invocation): void {
  program
    .command('unrank')
    .summary('print the permutation of a rank')
    .description('Prints the permutation of 1..n that has this rank in lexicographic order: 4 7 gives 2143.')
    .argument('<n>', 'number of elements, 1 to 1000')
    .argument('<rank>', 'rank of the permutation, 0 to n!-1')
    .addHelpText(
      'after',
      examplesText([
        ['The permutation of four elements of rank 7', 'antipode unrank 4 7'],
        ['The last permutation of ten elements', 'antipode unrank 10 3628799'],
      ]),
    )
    .action(async (n, rank) => (await import('./commands/rank.js')).unrankCommand(n, rank, io));
}

/** The `antipode` program: what it can be asked. Each command is a file of its own, loaded when it is used. */

import { createRequire } from 'node:module';
import { Command, CommanderError } from 'commander';
import type { Call } from './process/call.js';
import { EXIT_INPUT, reportError } from './process/exit.js';
import type { Io } from './process/io.js';
import { columnsOf, WIDTH } from './terminal/width.js';

interface Manifest {
  readonly version: string;
  readonly description: string;
}
const manifest = createRequire(import.meta.url)('#package.json') as Manifest;

/**
 * Runs the program.
 * @param argv the words after the program's name
 * @returns the exit status, once everything is written to the streams of `io`
 */
export async function main(argv: readonly string[], io: Io): Promise<number> {
  let status = 0;
  const call: Call = { version: manifest.version, argv };
  const program = new Command('antipode')
    .description(manifest.description)
    .version(manifest.version)
    .exitOverride()
    .configureOutput({
      writeOut: (text) => io.stdout.write(text),
      writeErr: (text) => io.stderr.write(text),
      getOutHelpWidth: () => columnsOf(io.stdout) ?? WIDTH,
      getErrHelpWidth: () => columnsOf(io.stderr) ?? WIDTH,
      outputError: (text, write) => write(`antipode: ${oneLine(text)}; see --help\n`),
    });

  program
    .command('explore')
    .summary('enumerate a board or another space: distribution of distances, antipodes, distance table')
    .description(
      'Enumerates every position of a sliding-tile board by its distance from the goal, or every state of another space by its ' +
        'distance from the start: a built-in puzzle, the file of one, or a module of your own.',
    )
    .argument(
      '[space]',
      'a board such as 3x3 or 8-puzzle, or the rows of a map such as "..#/.../#..", a puzzle such as pancake:10, the file of one such as ./dino.tws, or a module such as ./my-space.js',
    )
    .option('--map <file>', 'a board with missing cells: lines of . for a cell and # for none')
    .option('--goal <position>', "a board's solved position, its blank anywhere (default: in order, blank last)")
    .option(
      '--pattern <tiles>',
      'some tiles of a board, such as "1 2 3 5 6 9": all others are alike; see docs/patterns.md',
    )
    .option(
      '--partition <sizes or tiles>',
      'all patterns of a partition, one after the other: sizes such as 7-8, or tiles such as "1 2 3 / 4 5 6 / 7 8"',
    )
    .option('--all-goals', 'every goal, up to symmetries: tables and distances of all pairs of positions')
    .option('--generators <file>', 'the file of a puzzle, in place of a space: of twsearch, KPuzzle or GAP, or JSON')
    .option('--start <state>', "where a space's distances begin (default: its own starts)")
    .option(
      '--metric <name>',
      'what counts as one move: on boards single (a tile slides) or multi (one, two or more in a line); of cubes half-turn or quarter-turn; ' +
        'of files powers (of a turn) or generators (turns and their inverses)',
    )
    .option(
      '--method <name>',
      'fast (boards only, and their default) or general, which takes one state at a time (default: the fastest for the space)',
    )
    .option('--threads <n>', 'the most worker threads (default: what the machine offers, fewer for small spaces)')
    .option('--output <dir>', 'folder for <space>.json and <space>.table (default: out)')
    .option('--replace', 'replace files there that are of another space')
    .option('--no-table', 'make no distance table: half the memory on boards with --metric single')
    .option('--antipodes <n>', "how many antipodes to list, or 'all' (default: 20)")
    .option('--checkpoint <dir>', 'save what is found in this folder, again and again, for --resume')
    .option('--checkpoint-every <seconds>', 'how often (default: 300; 0: as often as possible)')
    .option('--resume <dir>', 'resume what was stopped or killed, from the folder of --checkpoint or --work')
    .option('--store <name>', "where a board's bitsets lie: memory (default) or disk, for boards larger than memory")
    .option('--work <dir>', 'the folder for the files of --store disk, or of --queue')
    .option(
      '--memory <size>',
      'what --store disk may take, such as 4GB (default: four fifths of what is free; with --queue 500MB or the least that is needed)',
    )
    .option(
      '--queue <url>',
      'share a board with workers on other machines, through Redis at an address such as redis://host:6379; the same command resumes it; see docs/cluster.md',
    )
    .option('--plan', 'explore nothing: print what it would take on this machine, in memory and on disk')
    .option(
      '--workers <n>',
      'with --plan: by this many workers, each like this machine, that share the folder of --work',
    )
    .option(
      '--network <size>',
      'with --workers: what that folder gives all of them a second, such as 1GB (default: measured)',
    )
    .option('--log <file>', 'write a line of JSON for each layer as it is complete; see docs/result.md')
    .option('--json', 'print the result as one JSON object')
    .action(async (space, options) => (await import('./explore/explore.js')).exploreCommand(space, options, call, io));

  program
    .command('portion')
    .summary('one part of an exploration that machines share, as a job of a batch system')
    .description(
      'Makes portions of a layer in a folder that machines share; or with --finish checks that all of them are made, completes the ' +
        'layer, and prints the portions of the next one, one a line. A board and --layer 0 --finish begin a run. See docs/cluster.md.',
    )
    .argument('[board]', 'the board of a run that begins, such as 3x4, or the rows of a map such as "..#/.../#.."')
    .requiredOption('--work <dir>', 'the folder of the run; its path may differ from machine to machine')
    .requiredOption('--layer <n>', 'the layer: states of this depth')
    .option('--portion <n or a-b>', 'the portion to make, or several that share what they read')
    .option('--finish', 'complete the layer, and print the portions of the next one')
    .option('--map <file>', 'the board of a run that begins, as a map')
    .option('--goal <position>', 'its goal (default: tiles in order, blank last)')
    .option('--no-table', 'it makes no distance table: half the files')
    .option('--antipodes <n>', "how many antipodes it lists, or 'all' (default: 20)")
    .option('--output <dir>', 'folder for its table and result (default: out)')
    .option('--threads <n>', 'the most worker threads (default: what the machine offers)')
    .option('--memory <size>', 'what may be taken, such as 4GB (default: four fifths of what is free)')
    .action(async (board, options) => (await import('./portion/portion.js')).portionCommand(board, options, io));

  program
    .command('solve')
    .summary('shortest solutions of positions or states, from a distance table or by a search')
    .description(
      'Prints a shortest solution for each position: the moves of the blank as u d l r, or "unsolvable"; with ' +
        '--metric multi each with a count. ' +
        'A table answers if there is one, a search otherwise. ' +
        'Positions are arguments, or lines on standard input: tiles in reading order with x, 0 or _ for the blank. ' +
        'For states of any other space, prints the names of the moves that lead to its start, or to --to.',
    )
    .argument(
      '[space]',
      'a board such as 15-puzzle, a puzzle such as pancake:10, or a file such as ./dino.tws or ./my-space.js; ' +
        'may be left out before positions: what can be read as a position is one',
    )
    .argument(
      '[states...]',
      'positions such as "2 3 4 1 5 x 7 6 8" or 23415x768, or states of the space; none: read standard input',
    )
    .option('--space <space>', 'the space, in place of the first word')
    .option('--generators <file>', 'the file of a puzzle, in place of --space')
    .option('--from <state>', 'where the path begins, in place of states')
    .option('--to <state>', "where it ends (default: the space's start, or a board's goal)")
    .option('--table <file>', 'the distance table (default: out/<board or space>.table, or small boards on the spot)')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--board <RxC>', 'the board, if the number of cells does not determine it, or the rows of a map')
    .option('--map <file>', 'the board, as a map')
    .option('--goal <position>', "the position to reach (default: the table's own goal, else tiles in order)")
    .option('--metric <name>', "what counts as one move, as in explore (default: the table's own, else the space's)")
    .option('--instance <file>', "read start, blank's index (if there), and goal from a file of numbers")
    .option(
      '--algorithm <name>',
      'table, bfs, bidirectional, astar or idastar (default: idastar with the heuristic pattern, else the table, else idastar)',
    )
    .option(
      '--heuristic <name>',
      'for astar and idastar: misplaced, manhattan or linear-conflict (default) of boards, pattern for idastar alone (default from 15 ' +
        'cells on), or one that the space brings',
    )
    .option(
      '--partition <sizes or tiles>',
      'patterns for --heuristic pattern, such as 7-8 or "1 2 3 / 4 5 6 / 7 8" (default: those of which out/ has tables, else made on the spot)',
    )
    .option('--time-limit <seconds>', 'give up a search after this time')
    .option('--memory <size>', 'give up a search that needs more, such as 2GB (default: four fifths of what is free)')
    .option('--threads <n>', 'the most worker threads for idastar (default: what the machine offers)')
    .option('--boards', 'print every position or state on the way')
    .option('--letters', 'with --metric multi: u d l r once for each tile, instead of counts such as r2u1')
    .option('--json', 'print one JSON object a line; see docs/result.md')
    .action(async (space, states, options) => {
      const words = space === undefined ? states : [space, ...states];
      status = await (await import('./solve/solve.js')).solveCommand(words, options, io);
    });

  program
    .command('analyse')
    .summary("statistics of a table's space: distribution, branching, heuristics")
    .description(
      "Enumerates a table's space again, and prints what can be said of all its positions or states: the distribution of " +
        'distances, local maxima, branching, shortest solutions, and of boards how good the heuristics are.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--antipodes <n>', "how many antipodes to list, or 'all'", '20')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--threads <n>', 'the most worker threads (default: what the machine offers, fewer for small spaces)')
    .option('--json', 'print one JSON object; see docs/result.md')
    .action(async (table, options) => (await import('./study/analyse.js')).analyseCommand(table, options, call, io));

  program
    .command('export')
    .summary('distances as files for other tools: npy, CSV, Parquet, MessagePack, JSON')
    .description(
      'Writes all distances of a table as an array (npy, msgpack), or as rows (csv, parquet; msgpack of a part): position, blank, ' +
        'rank and distance of boards, state, number and distance of other spaces; see docs/table-format.md. ' +
        'json is what explore prints.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--format <name>', 'npy, csv, parquet, msgpack or json (default: as --output ends)')
    .option(
      '--output <file>',
      'where to write, in place of what is there; - for standard output (default: out/<space>.<format>, or .result.json)',
    )
    .option('--replace', 'replace a result of another space, without --output')
    .option('--depth <n or a..b>', 'only states of this distance, or of these, as rows')
    .option('--sample <n>', 'only this many of them, chosen at random, as rows')
    .option('--seed <n>', 'the same seed gives the same sample (default: 1)')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--threads <n>', 'the most worker threads (default: what the machine offers, fewer for small spaces)')
    .option('--yes', 'write files of more than 1 GB')
    .action(async (table, options) => (await import('./study/export.js')).exportCommand(table, options, io));

  program
    .command('report')
    .summary("a page about a table's space, with charts; its distribution as a picture")
    .description(
      "Enumerates a table's space again, and draws what analyse prints: a page in one file that needs no network, or the " +
        'distribution alone as an SVG for a paper, or both.',
    )
    .argument('<table>', 'a distance table, such as out/3x3.table')
    .option('--output <file.html>', 'where to write the page; - for standard output')
    .option('--svg <file.svg>', 'where to write the distribution; - for standard output')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--threads <n>', 'the most worker threads (default: what the machine offers, fewer for small spaces)')
    .action(async (table, options) => (await import('./study/report.js')).reportCommand(table, options, call, io));

  program
    .command('compare')
    .summary('search algorithms and heuristics side by side')
    .description(
      'Solves the same positions of a board, or states of any other space, with every algorithm and heuristic that it has, and ' +
        'prints what each of them takes: nodes expanded, generated, stored, and time, on one thread.',
    )
    .argument(
      '[space]',
      'a board such as 3x3, or the rows of a map, a puzzle such as pancake:7, or a file such as ./dino.tws or ./my-space.js',
    )
    .option('--map <file>', 'a board with missing cells, in place of a space')
    .option('--generators <file>', 'the file of a puzzle, in place of a space')
    .option('--instances <file>', 'a position or state a line')
    .option('--count <n>', 'number of random positions or states (default: 100)')
    .option('--seed <n>', 'the same seed gives the same random ones (default: 1)')
    .option('--each-depth <n>', 'up to this many of every distance, evenly chosen (needs the table)')
    .option('--goal <position>', 'the position of a board to reach (default: tiles in order, blank last)')
    .option('--start <state>', 'the state of another space that distances are counted from (default: its own starts)')
    .option('--metric <name>', "what counts as one move, as in explore (default: the table's own, else the space's)")
    .option('--table <file>', 'the distance table (default: out/<space>.table, or small spaces on the spot)')
    .option('--algorithm <names>', 'some of table, bfs, bidirectional, astar, idastar, with commas (default: all)')
    .option(
      '--heuristic <names>',
      'some of misplaced, manhattan, linear-conflict, pattern (for idastar alone), or of those that a space brings, with commas (default: all; pattern from 15 cells on)',
    )
    .option('--partition <sizes or tiles>', 'patterns for the heuristic pattern, as in solve')
    .option('--time-limit <seconds>', 'for each search', '60')
    .option('--memory <size>', 'for each search, such as 2GB (default: four fifths of what is free)')
    .option('--by-depth', 'also for each distance')
    .option('--json', 'print one JSON object')
    .option('--csv', 'print comma-separated values')
    .action(async (space, options) => {
      status = await (await import('./compare/compare.js')).compareCommand(space, options, call, io);
    });

  program
    .command('info')
    .summary('what a permutation puzzle is: points, order, transitivity, base, states')
    .description(
      'Describes a permutation puzzle without enumerating it: its points and pieces, its moves, the order of the group that they generate, ' +
        'what it does to the points, a base, how many states there are, and what a table of them takes.',
    )
    .argument('<puzzle>', 'the file of a puzzle, such as ./dino.tws, or a built-in one, such as dino')
    .option(
      '--metric <name>',
      'what counts as one move: of cubes half-turn or quarter-turn; of files powers (of a turn) or generators (turns and their inverses)',
    )
    .option('--json', 'print one JSON object')
    .action(async (puzzle, options) => (await import('./info/info.js')).infoCommand(puzzle, options, io));

  program
    .command('verify')
    .summary('check a distance table, or exported distances, without trusting what made them')
    .description(
      'Checks a table: its checksums, then all that it holds against the layers, which are replayed with plain moves. ' +
        'With --distances, checks an array of distances in a .npy file by local rules, and the table only gives the space.',
    )
    .argument('[table]', 'the table file')
    .option('--module <file>', "the module of the table's space, if it was moved or changed: its code is run")
    .option('--ignore-checksums', 'replay the layers even if checksums are wrong; they are faults nevertheless')
    .option(
      '--distances <file>',
      'check this .npy array [blank cell, arrangement], or [state], of the table or of --board',
    )
    .option('--board <RxC>', 'the board of the distances, if no table is given, or the rows of a map')
    .option('--goal <position>', 'the goal of the distances, with --board (default: in order, blank last)')
    .option('--metric <name>', 'the metric of the distances, with --board: single or multi (default: single)')
    .option('--threads <n>', 'the most worker threads (default: what the machine offers, fewer for small spaces)')
    .option('--json', 'print the result as one JSON object; see docs/verify.md')
    .action(async (table, options) => (await import('./verify/verify.js')).verifyCommand(table, options, call, io));

  program
    .command('worker')
    .summary('make portions of an exploration that several machines share')
    .description(
      'Makes the portions that antipode explore --queue hands out, in a folder that all machines share, until the run is complete. ' +
        'It may be started before or after the coordinator, and stopped at any time: others make what it had in work. See docs/cluster.md.',
    )
    .option('--queue <url>', 'the address that the coordinator was given, such as redis://host:6379')
    .option('--work <dir>', "the coordinator's folder, by its path on this machine")
    .option('--threads <n>', 'the most worker threads (default: what the machine offers)')
    .option('--memory <size>', 'what may be taken, such as 4GB (default: four fifths of what is free)')
    .action(async (options) => (await import('./worker/worker.js')).workerCommand(options, call, io));

  program
    .command('serve')
    .summary('a local page to look at tables, play with positions, and see shortest solutions')
    .description(
      'Serves a page, and what it shows as JSON (docs/api.md): distributions, distances and shortest solutions of positions, ' +
        'antipodes, and comparisons of search algorithms. Only this machine can reach it, unless --host says otherwise. Ctrl-C ends it.',
    )
    .argument(
      '[tables...]',
      'distance tables (default: all in out/, or the 8-puzzle enumerated on the spot; and 4x4 and 5x5 by pattern databases)',
    )
    .option(
      '--module <file>',
      "the module of a table's space, if it was moved or changed: its code is run; maybe several times",
      (file: string, files: readonly string[] = []) => [...files, file],
    )
    .option('--port <n>', 'the port (default: 3131; 0: a free one)')
    .option('--host <address>', 'the address to listen on (default: 127.0.0.1; 0.0.0.0: all that the machine has)')
    .action(async (tables, options) => (await import('./serve.js')).serveCommand(tables, options, io));

  program
    .command('rank')
    .summary('rank of a permutation in lexicographic order, from 0')
    .description('Prints the rank of a permutation of 1..n in lexicographic order, counted from 0: 2143 has rank 7.')
    .argument('<permutation...>', '2143, or 2 1 4 3, or 2,1,4,3')
    .action(async (words) => (await import('./rank.js')).rankCommand(words, io));

  program
    .command('unrank')
    .summary('permutation of a rank')
    .description('Prints the permutation of 1..n that has this rank: 4 7 gives 2143.')
    .argument('<n>', 'number of elements, 1 to 1000')
    .argument('<rank>', '0 to n!-1')
    .action(async (n, rank) => (await import('./rank.js')).unrankCommand(n, rank, io));

  try {
    await program.parseAsync(argv, { from: 'user' });
    return status;
  } catch (error) {
    // Commander has said what is wrong, or printed the help that was asked for.
    if (error instanceof CommanderError) return error.exitCode === 0 ? 0 : EXIT_INPUT;
    return reportError(error, io.stderr);
  }
}

/** Returns an error of commander in a line, with its suggestion if there is one. */
function oneLine(error: string): string {
  return error
    .replace(/^error: /, '')
    .replace(/\n\(Did/, ' (did')
    .trimEnd();
}

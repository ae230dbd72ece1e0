/**
 * The commands of the program by their headings in the help. Every start of the program loads these descriptions, and a command its code only
 * when it runs.
 */

import type { Command } from 'commander';
import type { OPTIONS } from './arguments/options.js';
import type { Io } from './terminal/process.js';

interface CommandDescription {
  readonly summary: string;
  readonly description: string;
  /** Descriptions of the arguments by their names. */
  readonly arguments?: Readonly<Record<string, string>>;
  /** Command lines by their purposes. */
  readonly examples: Readonly<Record<string, string>>;
  /** Runs the command with the values of its arguments and options. @returns the exit status, if it is a number */
  readonly run: (values: Values, options: Values[number], io: Io) => unknown;
}

/** What commander has read. */
type Values = Command['processedArgs'];

const ONE_TABLE = { '<table>': 'a distance table, such as out/3x3.table' };

export const COMMANDS: Readonly<Record<string, Partial<Readonly<Record<keyof typeof OPTIONS, CommandDescription>>>>> = {
  'Enumerate and solve:': {
    explore: {
      summary: 'enumerate a board or another state space, and save its distance table',
      description:
        'Enumerates every position of a sliding-tile board by its distance from the goal, or every state of another space by its ' +
        'distance from the start. The space is a board, a built-in puzzle, a puzzle file, or a module of your own.',
      arguments: {
        '[space]':
          'a board such as 3x3 or 8-puzzle, the rows of a map such as "..#/.../#..", a built-in puzzle such as pancake:10, a puzzle file such as ./dino.tws, or a module such as ./my-space.js',
      },
      examples: {
        'All distances of the 8-puzzle, and a table that solves it': 'antipode explore 3x3',
        'Memory, disk space and time of the 3x5 board on disk': 'antipode explore 3x5 --store disk --work work --plan',
      },
      run: async ([space], options, io) => (await import('./explore/explore.js')).exploreCommand(space, options, io),
    },
    solve: {
      summary: 'find shortest solutions, from a distance table or by search',
      description:
        'Prints a shortest solution for each position: the moves of the blank as u d l r, or "unsolvable". ' +
        'With --metric multi, each move has a count. ' +
        'Solutions come from a distance table if one exists, and from a search otherwise. ' +
        'With --anytime, prints the best solution that is found in time, shortest or not. ' +
        'Positions are arguments, or lines of standard input: tiles in reading order with x, 0 or _ for the blank. ' +
        "For other spaces, prints the names of the moves that lead from each state to the space's start, or to --to.",
      arguments: {
        '[space]':
          'a board such as 15-puzzle, a built-in puzzle such as pancake:10, or a file such as ./dino.tws or ./my-space.js; ' +
          'can be omitted before positions: a word that can be read as a position is one',
        '[states...]':
          'positions such as "2 3 4 1 5 x 7 6 8" or 23415x768, or states of the space (default: lines of standard input)',
      },
      examples: {
        'Solve a position of the 8-puzzle': 'antipode solve 23415x768',
        'Solve a stack of pancakes, and print every state': 'antipode solve pancake:5 "3 1 5 2 4" --boards',
      },
      run: async ([space, states], options, io) =>
        (await import('./commands/solve.js')).solveCommand([space ?? [], states].flat(), options, io),
    },
    compare: {
      summary: 'compare search algorithms and heuristics',
      description:
        'Solves the same positions of a board, or states of another space, with every algorithm and heuristic that applies. ' +
        'Prints the nodes that each expanded, generated and stored, and its time, on one thread.',
      arguments: {
        '[space]':
          'a board such as 3x3, the rows of a map, a built-in puzzle such as pancake:7, or a file such as ./dino.tws or ./my-space.js',
      },
      examples: {
        'All searches on 100 random positions of the 8-puzzle': 'antipode compare 3x3',
        'Compare the heuristics of A* at every distance':
          'antipode compare 3x3 --algorithm astar --each-depth 10 --by-depth',
      },
      run: async ([space], options, io) => (await import('./commands/compare.js')).compareCommand(space, options, io),
    },
  },
  'Look up:': {
    puzzles: {
      summary: 'list the built-in boards and puzzles, with numbers of states, table sizes and times',
      description:
        'Lists the built-in boards and puzzles. Each has an example, with its number of states, the size of its distance table, ' +
        'and the time of its enumeration, if that was measured. Enumerates nothing.',
      examples: { 'List the puzzles': 'antipode puzzles', 'List them as JSON': 'antipode puzzles --json' },
      run: async (_, options, io) => (await import('./commands/puzzles.js')).puzzlesCommand(options, io),
    },
    info: {
      summary: 'describe a table, an unfinished run, a puzzle or another space',
      description:
        'Describes a distance table, the folder of an unfinished exploration, or a space, without enumerating anything. ' +
        'For a table: its space, maximum depth, encoding and size. For a folder: the last complete layer, and how to resume the run. ' +
        'For a permutation puzzle: the order of its group, transitivity, symmetries, a base, and the number of states.',
      arguments: {
        '<file>':
          'a table such as out/3x3.table, a --checkpoint or --work folder, a puzzle file such as ./dino.tws, a module such as ./my-space.js, a built-in puzzle such as dino, or a board such as 3x4',
      },
      examples: {
        'The contents of a table': 'antipode info out/3x3.table',
        'The group and the number of states of a puzzle': 'antipode info dino',
      },
      run: async ([file], options, io) => (await import('./commands/info.js')).infoCommand(file, options, io),
    },
  },
  'Use a table:': {
    serve: {
      summary: 'serve a local web page: distributions, puzzles to play, shortest solutions',
      description:
        'Serves a web page, and its contents as JSON (docs/reference/api.md): distributions, distances and shortest solutions of positions, ' +
        'antipodes, and comparisons of search algorithms. Only this machine can reach the page, unless --host gives another address. Ctrl-C stops the server.',
      arguments: {
        '[tables...]':
          'distance tables (default: all in out/, or the 8-puzzle, enumerated on the spot; and 4x4 and 5x5, solved by pattern databases)',
      },
      examples: {
        'Serve all tables in out/': 'antipode serve',
        'Serve one table, on another port': 'antipode serve out/pancake-8.table --port 8080',
      },
      run: async ([tables], options, io) => (await import('./commands/serve.js')).serveCommand(tables, options, io),
    },
    analyse: {
      summary: "print statistics of a table's space: distribution, branching, heuristics",
      description:
        "Enumerates a table's space again, and prints statistics of all its positions or states: the distribution of " +
        'distances, local maxima, branching, shortest solutions, and for boards the quality of the heuristics.',
      arguments: ONE_TABLE,
      examples: {
        'Statistics of the 8-puzzle, after antipode explore 3x3': 'antipode analyse out/3x3.table',
        'All antipodes and all statistics, as JSON': 'antipode analyse out/3x3.table --antipodes all --json',
      },
      run: async ([table], options, io) => (await import('./commands/analyse.js')).analyseCommand(table, options, io),
    },
    report: {
      summary: "draw charts of a table's space: an HTML page, or its distribution as SVG",
      description:
        "Enumerates a table's space again, and draws what analyse prints: an HTML page in one file that needs no network, " +
        'the distribution alone as an SVG for a paper, or both.',
      arguments: ONE_TABLE,
      examples: {
        'A page of all charts': 'antipode report out/3x3.table --output 3x3.html',
        'The distribution for a paper': 'antipode report out/3x3.table --svg 3x3.svg',
      },
      run: async ([table], options, io) => (await import('./commands/report.js')).reportCommand(table, options, io),
    },
    export: {
      summary: 'write distances for other tools: npy, CSV, Parquet, MessagePack, JSON',
      description:
        'Writes the distances of a table as an array (npy, msgpack), or as rows (csv, parquet; msgpack with --depth or --sample). ' +
        'Rows of boards hold position, blank, rank and distance; those of other spaces hold state, number and distance. See docs/reference/table-format.md. ' +
        'The format json is the result that explore prints.',
      arguments: ONE_TABLE,
      examples: {
        'All distances as an array for NumPy': 'antipode export out/3x3.table --output 3x3.npy',
        'A thousand random positions of depth 20 to 25':
          'antipode export out/3x3.table --depth 20..25 --sample 1000 --output hard.csv',
      },
      run: async ([table], options, io) => (await import('./commands/export.js')).exportCommand(table, options, io),
    },
    verify: {
      summary: 'check a distance table, or exported distances, independently',
      description:
        'Checks a table: first its checksums, then all its distances against the layers, which are replayed with plain moves. ' +
        'With --distances, checks an array of distances in a .npy file by local rules; a table then only determines the space.',
      arguments: { '[table]': 'a distance table, such as out/3x3.table' },
      examples: {
        'Check a table': 'antipode verify out/3x3.table',
        "Check another program's distances of the 8-puzzle": 'antipode verify --board 3x3 --distances 3x3.npy',
      },
      run: async ([table], options, io) => (await import('./commands/verify.js')).verifyCommand(table, options, io),
    },
  },
  'Use several machines:': {
    worker: {
      summary: 'work on an exploration that several machines share through a queue',
      description:
        'Makes the portions that antipode explore --queue hands out, in a folder that all machines share, until the run is complete. ' +
        'A worker can be started before or after the coordinator, and stopped at any time: other workers make its unfinished portions. See docs/tutorials/several-machines.md.',
      examples: {
        'Work with all of this machine': 'antipode worker --queue redis://host:6379 --work /mnt/work',
        'Leave most of the machine to other programs':
          'antipode worker --queue redis://host:6379 --work /mnt/work --threads 2',
      },
      run: async (_, options, io) => (await import('./explore/queue.js')).workerCommand(options, io),
    },
    portion: {
      summary: 'make one portion of a shared exploration, as a job of a batch system',
      description:
        'Makes portions of a layer, in a folder that several machines share. With --finish, checks that all portions are made, completes the ' +
        'layer, and prints the portions of the next layer, one per line. A board and --layer 0 --finish begin a run. See docs/tutorials/several-machines.md.',
      arguments: { '[board]': 'the board of a new run, such as 3x4, or the rows of a map such as "..#/.../#.."' },
      examples: {
        'Begin a run, and print the portions of layer 1': 'antipode portion 3x4 --work work --layer 0 --finish',
        'Make one of them': 'antipode portion --work work --layer 1 --portion 0',
      },
      run: async ([board], options, io) => (await import('./explore/portion.js')).portionCommand(board, options, io),
    },
  },
  'Permutations:': {
    rank: {
      summary: 'print the rank of a permutation in lexicographic order',
      description: 'Prints the rank of a permutation of 1..n in lexicographic order, counted from 0: 2143 has rank 7.',
      arguments: { '<permutation...>': 'the permutation, as 2143, 2 1 4 3 or 2,1,4,3' },
      examples: {
        'A permutation of up to nine elements': 'antipode rank 2143',
        'A longer one': 'antipode rank 10 9 8 7 6 5 4 3 2 1',
      },
      run: async ([words], _, io) => (await import('./commands/rank.js')).rankCommand(words, io),
    },
    unrank: {
      summary: 'print the permutation of a rank',
      description: 'Prints the permutation of 1..n that has this rank in lexicographic order: 4 7 gives 2143.',
      arguments: { '<n>': 'number of elements, 1 to 1000', '<rank>': 'rank of the permutation, 0 to n!-1' },
      examples: {
        'The permutation of four elements of rank 7': 'antipode unrank 4 7',
        'The last permutation of ten elements': 'antipode unrank 10 3628799',
      },
      run: async ([n, rank], _, io) => (await import('./commands/rank.js')).unrankCommand(n, rank, io),
    },
  },
};

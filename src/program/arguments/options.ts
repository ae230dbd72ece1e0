/** The options of all commands, as the help lists them, and the types of their values. */

/** Options by their flags, each with its description. A key with null is the heading of the options below it. */
export type Options = Readonly<Record<string, string | readonly [description: string, more: More] | null>>;

/** Marks a required option, or collects the values of an option that can be repeated. */
type More = 'required' | Collector;
type Collector = (value: string, before?: readonly string[]) => readonly string[];

/** Returns the name of a value, as commander names it: `checkpointEvery` of `--checkpoint-every <seconds>`. */
type Name<Flags> = Flags extends `${string}, ${infer Last}`
  ? Name<Last>
  : Flags extends `--no-${infer Rest}`
    ? Camel<Rest>
    : Flags extends `--${infer Word} ${string}`
      ? Camel<Word>
      : Flags extends `--${infer Word}`
        ? Camel<Word>
        : never;
type Camel<Word extends string> = Word extends `${infer First}-${infer Rest}`
  ? `${First}${Capitalize<Camel<Rest>>}`
  : Word;

type Required = readonly [string, 'required'];

/** The values of options, as commander gives them. */
type ValuesOf<Of extends Options> = {
  readonly [Flags in keyof Of as Of[Flags] extends Required ? never : Name<Flags>]?: Of[Flags] extends readonly [
    string,
    Collector,
  ]
    ? readonly string[]
    : Flags extends `${string}<${string}`
      ? string
      : boolean;
} & { readonly [Flags in keyof Of as Of[Flags] extends Required ? Name<Flags> : never]: string };

const repeated = (value: string, before: readonly string[] = []) => [...before, value];

/** The options of each command by its name. */
export const OPTIONS = {
  explore: {
    'Space:': null,
    '--map <file>': 'a text file of a board with missing cells: . for a cell, # for a missing one',
    '--goal <position>':
      'the goal position of a board, with the blank on any cell (default: tiles in order, blank last)',
    '--pattern <tiles>':
      'only these tiles of a board, such as "1 2 3 5 6 9": all others are alike; see docs/explanations/patterns.md',
    '--partition <sizes or tiles>':
      'all patterns of a partition, in turn: sizes such as 7-8, or tiles such as "1 2 3 / 4 5 6 / 7 8"',
    '--projection <coordinates>': [
      'only what these coordinates of a large permutation puzzle see, such as "corners/o * edges/o": a table for each, as in solve',
      repeated,
    ],
    '--all-goals': 'every goal up to symmetry: a table for each, and the distances of all pairs of positions',
    '--generators <file>': 'a puzzle file, instead of a space: twsearch, KPuzzle, GAP or JSON',
    '--start <state>': "the state that distances are counted from (default: the space's start states)",
    '--metric <name>':
      'what counts as one move. Boards: single (one tile slides) or multi (one or more tiles slide in a line). Cubes: half-turn or quarter-turn. ' +
      'Puzzle files: powers (of a turn) or generators (turns and their inverses)',
    'Search:': null,
    '--method <name>':
      'the engine: boards, groups, patterns, or general (one state at a time); fast takes the fastest of the first three (default: the fastest for the space)',
    '--threads <n>': 'maximum number of worker threads (default: all available, fewer for small spaces)',
    '--no-table': 'make no distance table; halves the memory on boards with --metric single',
    'Long runs:': null,
    '--checkpoint <dir>': 'save progress in this folder at intervals, for --resume',
    '--checkpoint-every <seconds>': 'time between checkpoints (default: 300; 0: as often as possible)',
    '--resume <dir>': 'resume a stopped or killed run from its --checkpoint or --work folder',
    '--log <file>': 'write a JSON line for each complete layer; see docs/reference/result.md',
    'Boards larger than memory, several machines:': null,
    '--store <name>': "where to keep a board's bitsets: memory or disk (default: memory)",
    '--work <dir>': 'folder for the files of --store disk or --queue',
    '--memory <size>':
      'memory limit for --store disk, such as 4GB (default: four fifths of free memory; with --queue 500MB, or more if the board needs it)',
    '--queue <url>':
      'share a board with workers on other machines through Redis, such as redis://host:6379; the same command resumes the run; see docs/tutorials/several-machines.md',
    'Plans:': null,
    '--plan': 'explore nothing: print the memory, disk space and time that a run would take on this machine',
    '--workers <n>': 'with --plan: plan for this many workers, each like this machine, that share the --work folder',
    '--network <size>': 'with --workers: total bytes per second of that folder, such as 1GB (default: measured)',
    'Results:': null,
    '--output <dir>': 'folder for <space>.json and <space>.table (default: out), or for the tables of --projection',
    '--save': 'with --projection: keep the tables in out/, where solve finds them',
    '--replace': 'replace files in that folder that belong to another space',
    '--antipodes <n>': 'number of antipodes to list, or all (default: 20)',
    '--json': 'print the result as one JSON object',
  },
  solve: {
    'Space and table:': null,
    '--space <space>': 'the space, instead of the first argument',
    '--generators <file>': 'a puzzle file, instead of --space',
    '--board <RxC>': 'the board, if the number of cells does not determine it, or the rows of a map',
    '--map <file>': 'a map file of the board, as in explore',
    '--metric <name>': "what counts as one move, as in explore (default: the table's, else the space's)",
    '--table <file>': 'the distance table (default: out/<space>.table, or made on the spot for small boards)',
    '--module <file>': "the module of the table's space, if it was moved or changed; its code is run",
    'Start and end of the path:': null,
    '--from <state>': 'the first state of the path, instead of states as arguments',
    '--to <state>': "the last state of the path (default: the space's start, or a board's goal)",
    '--goal <position>': 'the goal position of a board (default: that of --table, else tiles in order)',
    '--moves <moves>': 'start at the state that these moves make from the goal, such as "R U2 F\'", rru or r2u1',
    // 0.1 had --instance.
    '--instance, --instances <file>':
      'a file with a start and a goal on any lines, or with a position or state per line, instead of arguments',
    'Search:': null,
    '--algorithm <name>':
      'table, bfs, bidirectional, astar or idastar (default: idastar with --heuristic pattern, else the table, else idastar)',
    '--heuristic <name>':
      'for astar and idastar. Boards: misplaced, manhattan, linear-conflict (default), or, for idastar only, pattern (default from 15 cells). ' +
      "Other spaces: one of the space's own, and pattern for large permutation puzzles (default for those without one)",
    '--partition <sizes or tiles>':
      'patterns for --heuristic pattern, such as 7-8 or "1 2 3 / 4 5 6 / 7 8" (default: those with tables in out/, else made on the spot)',
    '--projection <coordinates>': [
      'coordinates of the tables of a permutation puzzle, such as "CORNER/o * EDGE/o"; those of another table follow a semicolon, or another --projection (default: those in out/, else chosen)',
      repeated,
    ],
    '--save':
      'make the tables of coordinates, and keep them in out/ for later searches, instead of those that are there',
    '--anytime':
      'print the best solution found until --time-limit or Ctrl-C, or a shortest one as soon as it is proved; exit status 3 if it is not',
    '--improve <moves>': 'shorten this solution of one position or state, such as rru, r2u1 or "2 4 3"',
    '--time-limit <seconds>': 'give up a search after this time; with --anytime, print its best solution',
    '--memory <size>':
      'give up a search that needs more memory, such as 2GB (default: four fifths of free memory; for tables of coordinates 256 MB)',
    '--threads <n>': 'maximum number of worker threads, for idastar and --anytime (default: all available)',
    'Output:': null,
    '--boards': 'print every position or state on the path',
    '--letters': 'with --metric multi: print u d l r once for each tile, instead of counts such as r2u1',
    '--json': 'print one JSON object per line; see docs/reference/result.md',
  },
  compare: {
    'Space and table:': null,
    '--map <file>': 'a map file of the board, as in explore',
    '--generators <file>': 'a puzzle file, instead of a space',
    '--goal <position>': 'the goal position of a board (default: tiles in order, blank last)',
    '--start <state>': "the state that distances are counted from (default: the space's start states)",
    '--metric <name>': "what counts as one move, as in explore (default: the table's, else the space's)",
    '--table <file>': 'the distance table (default: out/<space>.table, or made on the spot for small spaces)',
    'Positions or states to solve:': null,
    '--instances <file>': 'a file with positions or states, one per line, as in solve',
    '--count <n>': 'number of random positions or states (default: 100)',
    '--seed <n>': 'seed of the random choice (default: 1)',
    '--each-depth <n>': 'up to this many of each distance, chosen uniformly; needs the table',
    'Searches:': null,
    '--algorithm <names>': 'comma-separated: table, bfs, bidirectional, astar, idastar (default: all)',
    '--heuristic <names>':
      'comma-separated. Boards: misplaced, manhattan, linear-conflict, pattern (for idastar only). ' +
      "Other spaces: the space's own (default: all; pattern from 15 cells)",
    '--partition <sizes or tiles>': 'patterns for --heuristic pattern, as in solve',
    '--projection <coordinates>': ['coordinates of the tables of a permutation puzzle, as in solve', repeated],
    '--time-limit <seconds>': 'time limit of each search (default: 60)',
    '--memory <size>': 'memory limit of each search, such as 2GB (default: four fifths of free memory)',
    'Output:': null,
    '--by-depth': 'also print figures for each distance',
    '--json': 'print one JSON object',
    '--csv': 'print comma-separated values',
  },
  puzzles: { '--json': 'print one JSON object; see docs/reference/result.md' },
  info: {
    '--metric <name>': "what counts as one move, as in explore (default: the space's)",
    '--json': 'print one JSON object; see docs/reference/result.md',
  },
  serve: {
    '--goal <position>': "the goal of the table's board (default: the explored ones)",
    '--module <file>': [
      "the module of a table's space, if it was moved or changed; its code is run; can be repeated",
      repeated,
    ],
    '--port <n>': 'the port to listen on (default: 3131; 0: a free port)',
    '--host <address>': 'the address to listen on (default: 127.0.0.1; 0.0.0.0: all addresses of the machine)',
  },
  analyse: {
    '--antipodes <n>': 'number of antipodes to list, or all (default: 20)',
    '--goal <position>': "the goal of a board's positions (default: the explored one)",
    '--module <file>': "the module of the table's space, if it was moved or changed; its code is run",
    '--threads <n>': 'maximum number of worker threads (default: all available, fewer for small spaces)',
    '--json': 'print one JSON object; see docs/reference/result.md',
  },
  report: {
    '--output <file.html>': 'the file for the page; - for standard output',
    '--svg <file.svg>': 'the file for the distribution; - for standard output',
    '--goal <position>': "the goal of a board's positions (default: the explored one)",
    '--module <file>': "the module of the table's space, if it was moved or changed; its code is run",
    '--threads <n>': 'maximum number of worker threads (default: all available, fewer for small spaces)',
  },
  export: {
    '--format <name>': 'npy, csv, parquet, msgpack or json (default: the ending of --output)',
    '--output <file>':
      'the file to write or replace; - for standard output (default: out/<space>.<format>, or .result.json)',
    '--replace': 'replace a result of another space, if --output is not given',
    '--depth <n or a..b>': 'only states at this distance, or in this range of distances, as rows',
    '--sample <n>': 'only this many of the states, chosen at random, as rows',
    '--seed <n>': 'seed of the random choice (default: 1)',
    '--goal <position>': "the goal of a board's positions (default: the explored one)",
    '--module <file>': "the module of the table's space, if it was moved or changed; its code is run",
    '--threads <n>': 'maximum number of worker threads (default: all available, fewer for small spaces)',
    '--yes': 'allow files of more than 1 GB',
  },
  verify: {
    '--module <file>': "the module of the table's space, if it was moved or changed; its code is run",
    '--ignore-checksums': 'replay the layers even if checksums are wrong; they still count as faults',
    '--distances <file>': 'check this .npy array [blank cell, arrangement], or [state], of the table or of --board',
    '--board <RxC>': 'with --distances and no table: the board, or the rows of a map',
    '--goal <position>':
      "the goal of the board's distances (default: that of the table; with --board tiles in order, blank last)",
    '--metric <name>': 'with --board: the metric of the distances, single or multi (default: single)',
    '--threads <n>': 'maximum number of worker threads (default: all available, fewer for small spaces)',
    '--json': 'print the result as one JSON object; see docs/explanations/verify.md',
  },
  worker: {
    '--queue <url>': "the coordinator's --queue address, such as redis://host:6379",
    '--work <dir>': "the coordinator's --work folder, by its path on this machine",
    '--threads <n>': 'maximum number of worker threads (default: all available)',
    '--memory <size>': 'memory limit, such as 4GB (default: four fifths of free memory)',
  },
  portion: {
    '--work <dir>': ['the folder of the run; its path can differ from machine to machine', 'required'],
    '--layer <n>': ['the depth of the layer', 'required'],
    '--portion <n or a-b>': 'the portion to make, or a range of portions that share their input',
    '--finish': 'complete the layer, and print the portions of the next one',
    '--map <file>': 'a map file of the board of a new run, as in explore',
    '--goal <position>': 'the goal of a new run (default: tiles in order, blank last)',
    '--no-table': 'make no distance table; halves the size of the files',
    '--antipodes <n>': 'number of antipodes to list, or all (default: 20)',
    '--output <dir>': 'folder for <space>.json and <space>.table (default: out)',
    '--threads <n>': 'maximum number of worker threads (default: all available)',
    '--memory <size>': 'memory limit, such as 4GB (default: four fifths of free memory)',
  },
  rank: {},
  unrank: {},
} as const satisfies Readonly<Record<string, Options>>;

/** The values of a command's options. */
export type Arguments<Name extends keyof typeof OPTIONS> = ValuesOf<(typeof OPTIONS)[Name]>;
export type ExploreArguments = Arguments<'explore'>;
export type WorkerArguments = Arguments<'worker'>;
export type PortionArguments = Arguments<'portion'>;

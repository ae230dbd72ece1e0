/**
 * The rooms of src, from the bottom up. Mathematics is at the bottom; threads, files and terminal are at the edges.
 */

/** Each folder of src and workers, and its purpose. A room imports only rooms that are listed before it. */
export const ROOMS: Readonly<Record<string, string>> = {
  base: 'The ground: memory, files written whole, sealed or locked, worker threads, statistics, text, errors.',
  permutations: 'Permutations and groups of them: ranks, Lehmer digits, orders, membership, orbits, blocks.',
  'spaces/board':
    'Boards and patterns of their tiles: positions, moves, symmetries, reachability, and the numbering of their states.',
  'spaces/permutation/colourings': 'Colourings: the states of permutation puzzles, and their numbering.',
  space: 'The definition of a space, its sources, and the checks that it keeps its promises.',
  'spaces/permutation/moves':
    'Compiled moves of permutation puzzles, and the choice of the projections that number them.',
  'spaces/permutation': 'Permutation puzzles as spaces: their generators, metrics, and the texts of their states.',
  'spaces/permutation/files': 'Files of permutation puzzles: twsearch, KPuzzle, GAP, generators in JSON.',
  'spaces/puzzles': 'The built-in puzzles, each a definition of a space.',
  spaces: 'Opens spaces of every kind from a source or a text, and names their files.',
  'table/files': 'Table files: contents, headers, chunks with checksums, saving; and the results beside them.',
  table: 'The distance table: depth codes over a store of bytes, for every space, and the walk to the goal.',
  engines:
    'The seams: an engine gives a plan, a plan opens a run, a run yields layers; a snapshot is what checkpoints save of it.',
  'engines/boards': 'The engine of boards: blocks of bits, sweeps, and the layers over worker threads.',
  'engines/groups': 'The engine of permutation puzzles: planes of bits, block by block on worker threads.',
  'engines/patterns': 'The engine of patterns: placement by placement on worker threads.',
  'engines/general': 'The engine of every numbered space: states are claimed one by one.',
  'runs/exploration': 'The one loop from layers to an exploration; saved runs and their checkpoints.',
  'runs/disk': 'Runs with their bits in files: portions, stages, and the layers made of them.',
  runs: 'Explorations from beginning to end: planned, in memory, with checkpoints, on disk, resumed, in a shared folder.',
  'runs/queue': 'A queue that distributes the portions of a run to workers on several machines.',
  'search/question':
    'The question, result, limits and progress of a search, its heuristics, and the algorithms that apply.',
  'search/nodes': 'Breadth-first, bidirectional and A* searches: nodes, hashes, open nodes, positions and states.',
  'search/ida-star': 'IDA* in the kernel, on every thread, with additive pattern databases.',
  search: 'The search over every space, solutions from tables, and the comparison of algorithms.',
  study: 'Studies of a table: its layers again, census, analysis.',
  'study/export': 'Export of distances: the plan, the selection, the rows, and their formats.',
  'study/report': 'The report: a page in one file, its sections and charts.',
  verify: 'The independent check of a table or of exported distances.',
  serve: 'Served spaces, with tables or with searches: answers, samples, comparisons, drawings.',
  'serve/http': 'HTTP: routes, guards, bodies, logs.',
  'page/states': 'States as drawings: boards, pancakes, pegs, squares, nets and cycles; the parity of positions.',
  'page/explorer': 'State of the page, its address, and its requests to the server.',
  'page/play': 'The current position: board, distance, moves, set-up, keys and solution.',
  'page/charts': 'Charts: the distribution, samples at a distance, the layers of a search.',
  'page/searches': 'Searches on the page: comparison, playback, estimates.',
  page: 'The page of `antipode serve`, in the browser.',
  'program/terminal':
    'The terminal and the process: results, plans and progress as text, streams, signals, exit status.',
  'program/arguments': 'Options, arguments, files and tables that commands share.',
  'program/explore': 'The commands `explore`, `portion` and `worker`.',
  'program/commands': 'The other commands.',
  program: 'The command line: `main`, and the descriptions of commands.',
  'index.ts': 'The library: everything that a program can import.',
  workers: 'The entry points of the worker threads.',
};

/** Rooms of mathematics alone, which use neither packages nor modules of Node. */
export const PURE = /^(permutations|spaces\/(board|permutation\/(colourings|moves))|search\/nodes)$/;

const ORDER = Object.keys(ROOMS);

/** Returns the index of a room in the table; rooms can import only rooms of a smaller index. */
export function roomNumber(room: string): number {
  return ORDER.indexOf(room);
}

/** Workers of verify, and the files that they must not reach: a check shares no code with the work that it checks. */
export const INDEPENDENT = [
  {
    worker: 'workers/verify-board.ts',
    reaches: 'src/verify/board-numbering.ts',
    never:
      /^src\/(spaces\/(board\/(numbering|pattern-)|board-|pattern-|permutation|puzzles)|permutations|engines|runs|search|study)/,
    // The encodings of tables, and their bits per state.
    except: /^src\/table\/files\/contents\.ts/,
  },
  {
    worker: 'workers/verify-states.ts',
    reaches: 'src/verify/steps.ts',
    never: /^src\/(spaces\/board\/numbering|engines|runs|search|study)/,
    // The check trusts a space's own rules.
    except: /^src\/(spaces\/(puzzles|permutation|board-|pattern-|board\/pattern)|permutations)/,
  },
  {
    worker: 'src/verify/pattern-states.ts',
    reaches: 'src/verify/pattern-states.ts',
    never:
      /^src\/(spaces\/(board\/(numbering|pattern-geometry)|permutation)|permutations|table|engines|runs|search|study)/,
    // The definition of a pattern and its names, and the encodings of tables.
    except: /^src\/(space\/|spaces\/(board-facts|board\/partition)\.ts|table\/files\/contents\.ts)/,
  },
] as const;

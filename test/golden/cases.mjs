/**
 * The command lines whose outputs the golden file records.
 *
 * Each case has its own folder, in which its steps run one after another. A step is a command line of the program, or one of the objects
 * below. `@T` is replaced by the recorder's number of threads: results must not depend on it.
 * In the name of a file, `@D` stands for the digest of a module's path, which differs in each run.
 * A step with a fixed `--threads 1` prints results that depend on the number of threads, such as the effort of IDA*.
 *
 * @typedef {string
 *   | { run: string, input?: string, anyDepth?: boolean, until?: readonly [file: string, text: string] }
 *   | { flip: readonly [from: string, to: string, offset: number] }
 *   | { cut: readonly [from: string, to: string, bytes: number] }
 *   | { remove: string }
 *   | { serve: string, ask: readonly string[] }} Step
 *   - `input` is standard input, `anyDepth` masks the depth on standard error, and `until` interrupts the program with SIGINT as soon as
 *     the file contains the text
 *   - `flip` copies a file with one bit flipped, and `cut` copies its first bytes
 *   - `ask` lists requests to a server, such as `GET /api/spaces` or `POST /api/spaces/3x3/distances {"states":[]}`
 * @typedef {{ name: string, fast?: boolean, files?: Readonly<Record<string, string>>, steps: readonly Step[] }} Case
 *   - `fast` marks the cases checked by every test run
 *   - `files` gives the contents of files that exist before the first step; `fixture:` followed by a name copies that module
 */

const CROSS = '#.#\n...\n...\n';
const RING = '...\n.#.\n...\n';
const TWO_RINGS = JSON.stringify({
  name: 'two-rings',
  points: 5,
  inverses: true,
  generators: [
    { name: 'a', permutation: '(1 2 3)' },
    { name: 'b', permutation: [1, 2, 4, 5, 3] },
  ],
});
const ONE_DIRECTION = JSON.stringify({
  name: 'one-direction',
  generators: [
    { name: 'turn', permutation: '2 3 4 5 6 1' },
    { name: 'swap', permutation: '(1 2)' },
    { name: 'three', permutation: '(1 3 5)' },
  ],
});

/**
 * Returns the steps that read a table in every way.
 * @param {string} name name of the table in out/
 * @param {string} depth a depth or a range of depths
 * @returns {Step[]}
 */
function everything(name, depth) {
  const table = `"out/${name}.table"`;
  return [
    `verify ${table} --threads @T`,
    `verify ${table} --threads @T --json`,
    `analyse ${table} --threads @T`,
    `analyse ${table} --threads @T --json --antipodes all`,
    ...['npy', 'csv', 'parquet', 'msgpack', 'json'].map((format) => `export ${table} --threads @T --format ${format}`),
    `export ${table} --threads @T --depth ${depth} --output depth.csv`,
    `export ${table} --threads @T --depth ${depth} --output depth.msgpack`,
    `export ${table} --threads @T --sample 4 --seed 5 --output sample.parquet`,
    `export ${table} --threads @T --sample 3 --output sample.csv`,
    `verify ${table} --threads @T --distances "out/${name}.npy"`,
    `verify ${table} --threads @T --distances "out/${name}.npy" --json`,
    `report ${table} --threads @T --output report.html --svg report.svg`,
  ];
}

/**
 * Returns the steps that solve states of a space: from its table, in every form of output, and by both searches.
 * @param {string} space options that name the space
 * @param {readonly string[]} states at least two
 * @param {readonly string[]} searches
 * @returns {Step[]}
 */
function spaceSolutions(space, states, searches = ['bidirectional', 'bfs']) {
  const input = `${states.join('\n')}\n`;
  const between = `--from "${states[0]}" --to "${states[1]}"`;
  return [
    { run: `solve ${space}`, input },
    { run: `solve ${space} --json`, input },
    { run: `solve ${space} --boards`, input },
    ...searches.map((search) => `solve ${space} ${between} --json --boards --algorithm ${search}`),
  ];
}

/**
 * Returns every request about a table to a server.
 * @param {string} id
 * @param {readonly [string, string]} states
 * @param {number} depth the maximum depth
 * @returns {string[]}
 */
function everyRoute(id, [first, second], depth) {
  const at = `/api/spaces/${id}`;
  const state = encodeURIComponent(first);
  return [
    `GET ${at}/distribution`,
    `GET ${at}/distance?state=${state}`,
    `GET ${at}/distance?state=${encodeURIComponent(second)}`,
    `GET ${at}/solution?state=${state}`,
    `GET ${at}/antipodes`,
    `GET ${at}/antipodes?count=2`,
    `GET ${at}/random?depth=0`,
    `GET ${at}/random?depth=${depth}&count=100`,
    `GET ${at}/random?depth=${depth - 1}&count=1`,
    `POST ${at}/distances ${JSON.stringify({ states: [first, second] })}`,
    `POST ${at}/searches ${JSON.stringify({ state: first })}`,
    // Invalid requests.
    `GET ${at}`,
    `GET ${at}/distance`,
    `GET ${at}/distance?state=nonsense`,
    `GET ${at}/random?depth=${depth + 1}`,
    `GET ${at}/random?depth=0&count=101`,
    `GET ${at}/distribution?depth=1`,
    `GET ${at}/distances`,
    `POST ${at}/distances {"states":`,
    `POST ${at}/distances {"states":["nonsense"]}`,
    `POST ${at}/distances {"positions":[]}`,
  ];
}

const POSITIONS_3X3 = '2 3 4 1 5 x 7 6 8\n647850321\n\n8 6 7 2 5 4 3 _ 1\n1 2 3 4 5 6 7 8 x\n2 1 3 4 5 6 7 8 x\n';

/** @type {readonly Case[]} */
const boards = [
  {
    name: '2x3',
    steps: [
      'explore 2x3 --threads @T',
      ...everything('2x3', '3..5'),
      { run: 'solve --board 2x3', input: 'x54321\n1 2 3 4 5 x\n2 1 3 4 5 x\n' },
    ],
  },
  {
    name: '3x3',
    steps: [
      'explore 3x3 --threads @T --log run.log',
      ...everything('3x3', '29..31'),
      { run: 'solve', input: POSITIONS_3X3 },
      { run: 'solve --json', input: POSITIONS_3X3 },
      { run: 'solve --boards', input: POSITIONS_3X3 },
      { run: 'solve --json --boards', input: POSITIONS_3X3 },
      { run: 'solve --goal "1 2 3 8 x 4 7 6 5" --boards 1238x4765', input: '' },
      'solve --goal "1 2 3 4 5 6 8 7 x" "2 3 4 1 5 x 7 6 8" "2 1 3 4 5 6 7 8 x"',
      'solve --table out/3x3.table "4 1 2 7 x 3 8 5 6"',
    ],
  },
  {
    name: '3x3 without a table',
    steps: [
      'explore 3x3 --threads @T --no-table --json --antipodes 1',
      { run: 'solve 23415x768', input: '' },
      'solve --algorithm bfs --json --boards 23415x768',
      'solve --algorithm bidirectional --json 23415x768 21345678x',
      ...['misplaced', 'manhattan', 'linear-conflict'].flatMap((heuristic) => [
        `solve --algorithm astar --heuristic ${heuristic} --json 23415x768 6478x5321`,
        `solve --algorithm idastar --heuristic ${heuristic} --json --threads 1 23415x768 64785x321`,
      ]),
      'solve --algorithm idastar --threads @T 23415x768 64785x321',
      'solve --algorithm table --goal "1 2 3 8 x 4 7 6 5" --json 283164705',
      'solve --metric multi --algorithm bidirectional --json --letters 23415x768',
      'solve --metric multi --algorithm bfs --boards 23415x768',
    ],
  },
  {
    name: '3x3, goals',
    steps: [
      'explore 3x3 --threads @T --goal "1 2 3 4 x 5 6 7 8"',
      'explore 3x3 --threads @T --goal "1 2 3 4 5 6 7 x 8" --json',
      'explore 3x3 --threads @T --goal "x 1 2 3 4 5 6 7 8" --output corner',
      'explore 3x3 --threads @T --goal "1 2 3 8 x 4 7 6 5" --output scrambled --antipodes 3',
      'solve --goal "1 2 3 8 x 4 7 6 5" --table out/3x3-blank-4.table 283164705 --json',
      'solve --goal "1 2 3 4 5 6 7 x 8" 283164705 --boards',
      'verify out/3x3-blank-4.table --threads @T --json',
      'verify scrambled/3x3-blank-4.table --threads @T',
      'analyse out/3x3-blank-7.table --threads @T --json',
    ],
  },
  {
    name: '3x3, all goals',
    steps: [
      'explore 3x3 --all-goals --threads @T --log run.log',
      'explore 3x3 --all-goals --threads @T --json --no-table --output bare',
      'solve --goal "1 2 3 8 x 4 7 6 5" 283164705 23415x768',
    ],
  },
  {
    name: 'all goals of other boards',
    fast: true,
    steps: [
      'explore 2x3 --all-goals --threads @T --metric multi',
      'explore ..#/.../#.. --all-goals --threads @T --json',
      'explore 1x4 --all-goals --threads @T',
    ],
  },
  {
    name: '2x3 multi',
    fast: true,
    steps: [
      'explore 2x3 --metric multi --threads @T',
      ...everything('2x3-multi', '4'),
      { run: 'solve --board 2x3 --metric multi', input: 'x54321\n3 1 2 x 4 5\n' },
      { run: 'solve --board 2x3 --metric multi --letters', input: 'x54321\n3 1 2 x 4 5\n' },
      { run: 'solve --table out/2x3-multi.table --json --boards', input: 'x54321\n3 1 2 x 4 5\n' },
    ],
  },
  {
    name: '2x4 and 3x3 multi',
    steps: [
      'explore 2x4 --metric multi --threads @T --log run.log',
      ...everything('2x4-multi', '2'),
      'explore 3x3 --metric multi --threads @T',
      'explore 3x3 --metric multi --goal "1 2 3 4 x 5 6 7 8" --threads @T --json',
      'verify out/3x3-multi-blank-4.table --threads @T --json',
      'solve --metric multi --goal "1 2 3 8 x 4 7 6 5" 283164705 --json --letters',
    ],
  },
  {
    name: '2x5',
    steps: [
      'explore 2x5 --threads @T',
      'verify out/2x5.table --threads @T',
      'analyse out/2x5.table --threads @T --json',
      'export out/2x5.table --threads @T --format npy',
      'export out/2x5.table --threads @T --sample 1000 --output sample.csv',
      { run: 'solve --board 2x5', input: '9 8 7 6 5 4 3 2 1 x\nx987654321\n' },
      'solve --board 2x5 "x 9 8 7 6 5 4 3 2 1" "2 1 3 4 5 6 7 8 9 x" --json',
      'explore 5x2 --threads @T --metric multi',
    ],
  },
  {
    name: '3x4',
    steps: [
      'explore 3x4 --threads @T',
      { run: 'solve --board 3x4 --boards', input: '9 x 8 7 6 5 4 3 2 1 10 11\n' },
      'solve --board 3x4 --json "9 x 8 7 6 5 4 3 2 1 10 11" "8 7 5 9 4 3 10 2 x 11 6 1"',
      'export out/3x4.table --threads @T --depth 52..53 --output far.csv',
    ],
  },
  {
    name: 'single rows and columns',
    steps: [
      'explore 1x5 --threads @T',
      ...everything('1x5', '2'),
      'explore 5x1 --threads @T --metric multi --json',
      'explore 1x2 --threads @T --goal "x 1"',
      { run: 'solve --board 1x5', input: 'x1234\n2 1 3 4 x\n' },
    ],
  },
  {
    name: 'maps',
    files: { 'cross.map': CROSS, 'ring.map': RING, 'corridor.map': '#...\n..#.\n#...\n' },
    steps: [
      'explore "..#/.../#.." --threads @T',
      ...everything('map-oox-ooo-xoo', '5..6'),
      'solve --board "..#/.../#.." "1 2 3 4 5 x 6" "1 2 3 5 4 6 x" --json',
      'explore --map cross.map --threads @T',
      'explore --map cross.map --threads @T --metric multi --goal "1 x 2 3 4 5 6"',
      'explore --map ring.map --threads @T --json',
      'explore --map ring.map --threads @T --metric multi',
      'explore --map corridor.map --threads @T',
      'verify out/ring-cf6a47.table --threads @T',
      'verify out/corridor-c04ffc.table --threads @T --json',
      'analyse out/corridor-c04ffc.table --threads @T',
      'export out/ring-cf6a47.table --threads @T --format csv',
      { run: 'solve --map cross.map', input: 'x 2 5 1 4 3 6\n1 2 3 4 5 x 6\n' },
      'solve --map ring.map --algorithm idastar --threads 1 --json "2 3 5 1 x 4 6 7"',
    ],
  },
  {
    name: 'a map in the metric multi',
    files: { 'cross.map': CROSS },
    steps: [
      'explore --map cross.map --metric multi --threads @T',
      ...everything('cross-2837a3-multi', '3..4'),
      'solve --map cross.map --metric multi --boards "x 2 5 1 4 3 6" "1 2 3 4 5 x 6"',
    ],
  },
  {
    name: 'a map on disk and with checkpoints',
    steps: [
      'explore ..../...#/.#.. --threads @T --store disk --work files --memory 100000000 --json',
      'explore ..../...#/.#.. --threads @T --checkpoint ck --checkpoint-every 0 --output saved',
      'verify saved/map-oooo-ooox-oxoo.table --threads @T',
    ],
  },
  {
    name: 'boards on disk',
    steps: [
      { run: 'explore 3x3 --threads @T --store disk --work files --memory 100000000' },
      'explore 2x5 --threads @T --store disk --work files --memory 100000000 --json',
      'explore 2x4 --threads @T --store disk --work files --memory 100000000 --goal "1 2 3 x 4 5 6 7" --no-table --json',
      'explore 3x3 --threads @T --store disk --work files --memory 100000000 --metric multi --json',
    ],
  },
  {
    name: 'boards with checkpoints',
    steps: [
      'explore 3x3 --threads @T --checkpoint ck --checkpoint-every 0',
      'explore 2x5 --threads @T --checkpoint ck --checkpoint-every 0 --json --metric multi',
    ],
  },
  ...[
    ['2x6 resumed from a checkpoint', '2x6 --checkpoint ck --checkpoint-every 0', 'ck'],
    ['2x6 resumed from files', '2x6 --store disk --work ck --memory 100000000', 'ck'],
    ['2x6 multi resumed from a checkpoint', '2x6 --metric multi --checkpoint ck --checkpoint-every 0', 'ck'],
  ].map(([name, words, folder]) => ({
    name,
    steps: [
      { run: `explore ${words} --threads 1 --log run.log`, until: ['run.log', '"depth":10,'], anyDepth: true },
      { run: `explore --resume ${folder} --threads @T --json`, anyDepth: true },
      // The layer at which a signal arrives differs from run to run, as do the lines of the log.
      { remove: 'run.log' },
    ],
  })),
  {
    name: 'plans',
    steps: [
      'explore 3x5 --plan --json --threads 1 --memory 4000000000 --store disk --work .',
      'explore 2x7 --plan --threads 1 --store memory --metric multi',
    ],
  },
  {
    name: 'boards by the general method',
    steps: [
      'explore 2x3 --method general --threads @T',
      'verify out/2x3-general.table --threads @T',
      'analyse out/2x3-general.table --threads @T',
      'export out/2x3-general.table --threads @T --format npy',
      'solve --space pancake:4 --table out/2x3-general.table 1234',
      'explore 2x3 --method general --metric multi --threads @T --json',
      'explore 3x3 --method general --threads @T --goal "1 2 3 4 x 5 6 7 8"',
      'explore ..#/.../#.. --method general --threads @T',
      'verify out/2x3-multi-general.table --threads @T',
    ],
  },
  {
    name: 'the 15-puzzle',
    files: {
      'puzzle.txt': '8 3 5 1 2 7 4 6 0\n8\n1 2 3 4 5 6 7 8 0\n',
      'start.txt': '2 3 4 1 5 0 7 6 8\n1 2 3 4 5 6 7 8 0\n',
    },
    steps: [
      'solve --threads 1 --json "1 2 3 4 5 6 7 8 13 9 12 15 x 11 10 14"',
      'solve --threads @T --boards "1 2 3 4 5 6 7 8 13 9 12 15 x 11 10 14"',
      'solve --instance puzzle.txt --boards',
      'solve --instance start.txt --json',
    ],
  },
  {
    name: 'comparisons',
    files: { 'positions.txt': 'x87654321\n23415x768\n' },
    steps: [
      'compare 2x3 --count 5 --seed 3 --json',
      'compare 2x3 --count 5 --seed 3 --csv --by-depth',
      'compare 2x3 --each-depth 1 --by-depth',
      'compare 3x3 --instances positions.txt --json --by-depth',
      'compare 2x3 --metric multi --count 4 --csv',
      'compare ..#/.../#.. --count 4 --json',
      'compare 4x4 --count 1 --algorithm idastar --heuristic linear-conflict --seed 1 --time-limit 0.000001 --csv',
      'compare 3x3 --goal "1 2 3 8 x 4 7 6 5" --count 2 --seed 7 --algorithm table,astar --heuristic manhattan --csv',
    ],
  },
  {
    name: 'permutations and help',
    steps: [
      'rank 2143',
      'rank 2 1 4 3',
      'rank 20 19 18 17 16 15 14 13 12 11 10 9 8 7 6 5 4 3 2 1',
      'unrank 4 7',
      'unrank 20 2432902008176639999',
      '--version',
      '--help',
      ...['explore', 'solve', 'compare', 'analyse', 'verify', 'export', 'report', 'serve', 'rank', 'unrank'].map(
        (command) => `${command} --help`,
      ),
      ...['puzzles', 'info', 'worker', 'portion'].map((command) => `${command} --help`),
      'puzzles',
      'puzzles --json',
      'info 3x4 --metric multi',
    ],
  },
];

/** @type {readonly Case[]} */
const patterns = [
  {
    name: 'a pattern',
    fast: true,
    steps: [
      'explore 3x3 --pattern "1 2 4" --threads @T',
      ...everything('3x3-pattern-1-2-4', '9..10'),
      {
        run: 'solve --table out/3x3-pattern-1-2-4.table',
        input: '. x . . 1 . 2 4 .\n.42.1...x\n1 2 4 . . . . . x\n1 2 3 4 5 6 7 8 x\n',
      },
      'solve --table out/3x3-pattern-1-2-4.table --json --boards ". x . . 1 . 2 4 ."',
      'solve --table out/3x3-pattern-1-2-4.table --algorithm bfs ". x . . 1 . 2 4 ."',
      {
        serve: 'out/3x3-pattern-1-2-4.table',
        ask: ['GET /api/spaces', ...everyRoute('3x3-pattern-1-2-4', ['. x . . 1 . 2 4 .', 'x . . . . 4 2 . 1'], 11)],
      },
    ],
  },
  {
    name: 'patterns of other goals and maps',
    files: { 'cross.map': CROSS },
    steps: [
      'explore 3x4 --pattern 11,6,1,7 --goal "x 1 2 3 4 5 6 7 8 9 10 11" --threads @T --json',
      'explore 3x3 --pattern "2 3 5 6 8" --goal "1 2 3 8 x 4 7 6 5" --threads @T --no-table',
      'explore --map cross.map --pattern "1 2" --threads @T',
      'verify out/cross-2837a3-pattern-1-2.table --threads @T --json',
      'explore 4x4 --pattern "1 2 5 6" --method general --threads @T --checkpoint saved --checkpoint-every 0 --json',
    ],
  },
  {
    name: 'wrong patterns',
    fast: true,
    steps: [
      'explore 4x4 --pattern "1 16"',
      'explore 4x4 --pattern "1 2 1"',
      'explore 4x4 --pattern "1 x"',
      'explore 4x4 --pattern ""',
      'explore 4x4 --pattern "1 2 3 4 5 6 7 8 9"',
      'explore 6x6 --pattern 1',
      'explore 1x3 --pattern 1',
      'explore pancake:5 --pattern 1',
      'explore 4x4 --pattern 1 --metric multi',
      'explore 4x4 --pattern 1 --all-goals',
      'explore 4x4 --pattern 1 --method boards',
      'explore 4x4 --pattern 1 --store disk --work files',
    ],
  },
];

/** @type {readonly Case[]} */
const spaces = [
  {
    name: 'pancake',
    fast: true,
    steps: [
      'explore pancake:6 --threads @T --log run.log',
      ...everything('pancake-6', '6..7'),
      ...spaceSolutions('--space pancake:6', ['5 3 6 1 4 2', '654321', '123456']),
    ],
  },
  {
    name: 'other starts',
    steps: [
      'explore pancake:7 --threads @T --start 7654321',
      'explore knight:8 --threads @T --start d4 --json',
      'solve --space knight:8 --from a1 --to d4 --algorithm table --json',
      'explore solitaire:5,3 --threads @T --start "3,3 3,4 4,3"',
      'verify out/solitaire-5-3-from-3-3-3-4-4-3-a2ef05.table --threads @T',
      'analyse out/pancake-7-from-7-6-5-4-3-2-1-ac1b4c.table --threads @T',
      'explore hanoi:3,5 --threads @T --start CCCCC',
      'explore ./grid.mjs --threads @T --start "<3> & 4"',
    ],
    files: { 'grid.mjs': 'fixture:grid.mjs' },
  },
  {
    name: 'burnt-pancake',
    steps: [
      'explore burnt-pancake:5 --threads @T',
      ...everything('burnt-pancake-5', '8'),
      ...spaceSolutions('--space burnt-pancake:5', ['-2 1 -4 3 5', '-1-2-3-4-5', '1 2 3 4 5']),
    ],
  },
  {
    name: 'topspin',
    steps: [
      'explore topspin:7,4 --threads @T',
      'explore topspin:8,4 --threads @T --json',
      ...everything('topspin-7-4', '10..11'),
      ...spaceSolutions('--space topspin:7,4', ['7 6 1 2 3 4 5', '4 3 2 1 5 6 7', '2 1 3 4 5 6 7']),
    ],
  },
  {
    name: 'hanoi',
    steps: [
      'explore hanoi:4,5 --threads @T',
      'explore hanoi:3,6 --threads @T --json',
      ...everything('hanoi-4-5', '3..4'),
      ...spaceSolutions('--space hanoi:4,5', ['AACBD', 'DDDDD', 'AAAAA']),
    ],
  },
  ...['half-turn', 'quarter-turn'].map((metric) => ({
    name: `cube-2x2x2 ${metric}`,
    steps: [
      `explore cube-2x2x2 --metric ${metric} --threads @T`,
      ...spaceSolutions(
        `--space cube-2x2x2 --metric ${metric}`,
        ['FDR FRU UBL ULF BRD DFL DLB BUR', 'UFR URB UBL ULF DRF DFL DLB DBR'],
        ['bidirectional'],
      ),
      metric === 'half-turn'
        ? 'analyse out/cube-2x2x2.table --threads @T --json'
        : 'verify out/cube-2x2x2-quarter-turn.table --threads @T --json',
    ],
  })),
  {
    name: 'pyraminx',
    steps: [
      'explore pyraminx --threads @T',
      'analyse out/pyraminx.table --threads @T --antipodes 3',
      'verify out/pyraminx.table --threads @T',
      'export out/pyraminx.table --threads @T --depth 11 --output far.csv',
      ...spaceSolutions('--space pyraminx', ['BL UR UB LU LR RB 0100', 'UR UB UL LR LB RB 1000'], ['bidirectional']),
    ],
  },
  {
    name: 'knight',
    steps: [
      'explore knight:8 --threads @T',
      'explore knight:3 --threads @T',
      'explore knight:300 --threads @T --json --no-table',
      ...everything('knight-8', '5..6'),
      ...spaceSolutions('--space knight:8', ['a1', 'h8', '3 7']),
      'solve --space knight:300 --from 0,0 --to 299,299 --json',
    ],
  },
  {
    name: 'solitaire',
    steps: [
      'explore solitaire:6,4 --threads @T',
      ...everything('solitaire-6-4', '12'),
      ...spaceSolutions('--space solitaire:6,4', ['4 4 4 5 5 4 6 5', '2,4 3,3 3,6 4,6']),
    ],
  },
  {
    name: 'generators with inverses',
    files: { 'group.json': TWO_RINGS },
    steps: [
      'explore --generators group.json --threads @T',
      ...everything('two-rings-7fe1f5', '2..3'),
      ...spaceSolutions('--generators group.json', ['2 3 1 4 5', '5 4 3 2 1', '2 1 3 4 5']),
    ],
  },
  {
    name: 'generators of one direction',
    files: { 'group.json': ONE_DIRECTION },
    steps: [
      'explore --generators group.json --threads @T',
      ...everything('one-direction-d20a15', '5'),
      ...spaceSolutions('--generators group.json', ['2 3 1 4 5 6', '6 5 4 3 2 1', '2 1 3 4 5 6']),
    ],
  },
  ...[
    ['grid.mjs', '18..19', ['<3> & "4"', '<19> & "0"', '<0> & "0"']],
    ['knight.js', '6', ['h8', 'b7']],
    ['one-way-ring.mjs', '470..479', ['place 599', 'place 7', 'place 603']],
    ['one-way.js', '40..44', ['s17', 's400', 's1']],
    ['one-way-back.js', '43', ['s17', 's400', 's1']],
  ].map(([file, depth, states]) => ({
    name: `module ${file}`,
    files: { [file]: `fixture:${file}`, ...(file === 'one-way-back.js' && { 'one-way.js': 'fixture:one-way.js' }) },
    steps: [
      `explore ./${file} --threads @T`,
      ...everything(file.replace(/\..*/, '-@D'), depth),
      ...spaceSolutions(
        `--space ./${file}`,
        states.map((state) => state.replaceAll('"', '')),
        ['one-way.js', 'one-way-ring.mjs'].includes(file) ? ['bfs'] : ['bidirectional', 'bfs'],
      ),
    ],
  })),
  {
    name: 'larger modules',
    files: { 'pairings.js': 'fixture:pairings.js', 'one-way-path.js': 'fixture:one-way-path.js' },
    steps: [
      'explore ./pairings.js --threads @T',
      'verify out/pairings-@D.table --threads @T',
      'analyse out/pairings-@D.table --threads @T --json',
      'explore ./one-way-path.js --threads @T --json',
      'verify out/one-way-path-@D.table --threads @T --json',
      'analyse out/one-way-path-@D.table --threads @T',
      'export out/one-way-path-@D.table --threads @T --format npy',
    ],
  },
];

const ERRORS = {
  'explore, boards': [
    'explore',
    'explore 3x',
    'explore 1x1',
    'explore 0x5',
    'explore 2x100',
    'explore 99999x99999',
    'explore 3x3 --threads 0',
    'explore 3x3 --threads abc',
    'explore 3x3 --antipodes all',
    'explore 3x3 --goal "1 2 3"',
    'explore 3x3 --goal "1 2 3 4 5 6 7 7 x"',
    'explore 3x3 --metric double',
    'explore 3x3 --method quick',
    'explore 3x3 --frobnicate',
    'explore 3x3 extra',
    'explode 3x3',
    'explore 3x3 --start x',
    'explore 3x3 --all-goals --goal "1 2 3 4 5 6 7 8 x"',
    'explore --map none.map',
    'explore --map bad.map',
    'explore ../..# --map cross.map',
    'explore ###/###',
    'explore ..#/#../..# --threads @T',
    'explore 3x3 --output bad.map/out',
    'explore 3x3 --log .',
    'explore 2x8 --store tape',
  ],
  'explore, spaces': [
    'explore chess:8',
    'explore pancake:99',
    'explore pancake',
    'explore topspin:4,5',
    'explore hanoi:2,3',
    'explore cube-2x2x2 --metric single',
    'explore pancake:5 --metric multi',
    'explore pancake:5 --goal 12345',
    'explore pancake:5 --start 1234',
    'explore pancake:5 --all-goals',
    'explore hanoi:3,2 --method fast',
    'explore pancake:5 --method boards',
    'explore pancake:5 --plan',
    'explore pancake:5 --checkpoint ck',
    'explore pancake:5 --store disk --work files',
    'explore ./none.js',
    'explore ./bad.mjs',
    'explore ./wrong.mjs',
    'explore --generators none.json',
    'explore --generators bad.json',
    'explore --generators twice.json',
    'explore pancake:5 --generators group.json',
    'explore hanoi:3,30',
  ],
  'explore, kept': [
    'explore 3x3 --checkpoint ""',
    'explore 3x3 --checkpoint-every 60',
    'explore 3x3 --checkpoint ck --checkpoint-every -1',
    'explore 3x3 --checkpoint ck --all-goals',
    'explore 3x3 --checkpoint ck --method general',
    'explore 3x3 --store disk',
    'explore 3x3 --work files',
    'explore 3x3 --memory 1000',
    'explore 3x3 --store disk --work ""',
    'explore 3x4 --store disk --work files --memory 1000',
    'explore 3x3 --store disk --work files --all-goals',
    'explore 3x3 --store disk --work files --checkpoint ck',
    'explore --resume none',
    'explore --resume ""',
    'explore --resume none pancake:5',
    'explore 3x3 --plan --all-goals',
    'explore 3x3 --plan --log run.log',
  ],
  solve: [
    'solve ""',
    'solve "1 2 3 4 5 6 7 8 8"',
    'solve "1 2 3"',
    'solve nonsense',
    'solve "1 2 3 4 5 6 7 8 9 10 11 x"',
    'solve --board 3x 12345678x',
    'solve --board 3x4 12345678x',
    'solve --memory 2GB 12345678x',
    'solve --threads 0 12345678x',
    'solve --time-limit x 12345678x',
    'solve --algorithm dijkstra 12345678x',
    'solve --algorithm astar --heuristic euclid 12345678x',
    'solve --algorithm bfs --heuristic manhattan 12345678x',
    'solve --metric multi --algorithm astar 12345678x',
    'solve --letters 12345678x',
    'solve --instance none.txt',
    'solve --instance none.txt 12345678x',
    'solve --table none.table 12345678x',
    'solve --table out/2x3.table 12345678x',
    'solve --table out/2x3-multi.table --metric single 12345x',
    'solve --table out/pancake-4.table 12345x --board 2x3',
    'solve --table bad.table 12345x',
    'solve --table cut.table 12345x',
    'solve --algorithm table --board 4x4 "1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 x"',
    'solve --space chess --from a1',
    'solve --space pancake:4 --from 12345',
    'solve --space pancake:4 --from 1243 --to x',
    'solve --space pancake:4 --goal 1243 1234',
    'solve --space pancake:4 --algorithm idastar 1243',
    'solve --space pancake:5 --table out/pancake-4.table 12345',
    'solve --space pancake:4 --algorithm table --from 1243 --to 2143',
    'solve --from 1243',
    'solve --space none.js --from a1',
    { run: 'solve --board 2x3', input: 'nonsense\n\n1 2 3 4 5 x\n1 2 3 4 5 5\n1 2 3\n' },
    { run: 'solve --space pancake:4', input: 'nonsense\n1243\n1 1 1 1\n' },
  ],
  'compare and permutations': [
    'compare',
    'compare 3x',
    'compare pancake:5',
    'compare 3x3 --algorithm dijkstra',
    'compare 3x3 --heuristic manhattan,euclid',
    'compare 3x3 --count 0',
    'compare 3x3 --count 2 --each-depth 2',
    'compare 3x3 --json --csv',
    'compare 3x3 --instances none.txt',
    'compare 3x3 --instances bad.txt',
    'compare 3x3 --instances empty.txt',
    'compare 4x4 --each-depth 1',
    'compare 3x3 --time-limit 0',
    'compare 3x3 --metric multi --algorithm astar',
    'compare 2x4 --table out/2x3.table',
    'rank 2142',
    'rank ""',
    'rank abc',
    'unrank 4 24',
    'unrank 4 -1',
    'unrank 0 0',
    'unrank 4 1.5',
  ],
  tables: [
    'analyse',
    'analyse none.table',
    'analyse bad.txt',
    'analyse bad.table',
    'analyse damaged.table',
    'analyse cut.table',
    'analyse out/2x3.table --antipodes some',
    'analyse out/pancake-4.table --threads 0',
    'verify none.table',
    'verify bad.table',
    'verify damaged.table --threads @T',
    'verify damaged.table --threads @T --json',
    'verify damaged.table --threads @T --ignore-checksums',
    'verify damaged-space.table --threads @T --ignore-checksums --json',
    'verify cut.table',
    'verify',
    'verify out/2x3.table --board 2x3',
    'verify out/2x3.table --distances none.npy',
    'verify out/2x3.table --distances bad.txt',
    'verify out/2x3.table --threads @T --distances wrong.npy',
    'verify --board 2x3 --threads @T --distances out/2x3.npy --json',
    'verify --board 2x4 --distances out/2x3.npy',
    'verify --board 2x3 --metric multi --threads @T --distances out/2x3.npy',
    'verify out/pancake-4.table --threads @T --distances out/2x3.npy',
  ],
  'exports, reports and servers': [
    'export out/2x3.table',
    'export out/2x3.table --output d.txt',
    'export out/2x3.table --format xls',
    'export out/2x3.table --format csv --depth 22',
    'export out/2x3.table --format csv --depth 4..2',
    'export out/2x3.table --format csv --sample 361',
    'export out/2x3.table --format csv --seed 1',
    'export out/2x3.table --format npy --depth 3',
    'export out/2x3.table --format json --sample 3',
    'export out/2x3.table --format csv --output out/2x3.table',
    'export out/2x3.table --format csv --output out',
    'export bad.table --format csv',
    'export none.table --format csv',
    'report out/2x3.table',
    'report none.table --svg a.svg',
    'report out/2x3.table --output out',
    'report out/2x3.table --output a.html --svg a.html',
    'report damaged.table --output a.html',
    'serve none.table',
    'serve --port 65536',
    'serve --port http',
    'serve --host example.com',
    'serve bad.table',
  ],
};

/** @type {readonly Case[]} */
const errors = Object.entries(ERRORS).map(([name, steps]) => ({
  name: `wrong: ${name}`,
  fast: name.startsWith('explore'),
  files: {
    'bad.map': '.x.\n...\n',
    'cross.map': CROSS,
    'bad.txt': '23415x768\n1 2 3\n',
    'empty.txt': '\n',
    'bad.json': '{"name": "bad"}',
    'twice.json': '{"name":"twice","generators":[{"name":"a","permutation":[1,1]}]}',
    'group.json': TWO_RINGS,
    'bad.mjs': 'export default { name: "bad" };\n',
    'wrong.mjs':
      'export default { name: "wrong", size: 4, starts: [0], moves: ["on"], reversible: true, neighbours: (state, next) => { next[0] = 9; }, format: String, parse: Number };\n',
  },
  steps: [
    ...(/solve|compare|tables|exports/.test(name)
      ? [
          'explore 2x3 --threads @T',
          'explore 2x3 --metric multi --threads @T',
          'explore pancake:4 --threads @T',
          'export out/2x3.table --format npy --threads @T',
          { flip: ['out/2x3.table', 'bad.table', 40] },
          { flip: ['out/2x3.table', 'damaged.table', 580] },
          { flip: ['out/pancake-4.table', 'damaged-space.table', 322] },
          { flip: ['out/2x3.npy', 'wrong.npy', 300] },
          { cut: ['out/2x3.table', 'cut.table', 300] },
        ]
      : []),
    ...steps,
  ],
}));

/** @type {readonly Case[]} */
const servers = [
  {
    name: 'server of boards',
    files: { 'cross.map': CROSS },
    steps: [
      'explore 3x3 --threads @T',
      'explore --map cross.map --threads @T',
      'explore 2x4 --metric multi --threads @T',
      {
        serve: '',
        ask: [
          'GET /',
          'GET /page.js',
          'GET /page.css',
          'GET /icon.svg',
          'GET /nothing',
          'GET /api/spaces',
          'GET /api/spaces/4x4/distribution',
          ...everyRoute('3x3', ['2 3 4 1 5 x 7 6 8', '2 1 3 4 5 6 7 8 x'], 31),
          ...everyRoute('cross-2837a3', ['x 2 5 1 4 3 6', '1 2 3 4 5 x 6'], 21),
          ...everyRoute('2x4-multi', ['x7214365', '2 1 3 4 5 6 7 x'], 25),
        ],
      },
    ],
  },
  {
    name: 'server of spaces',
    fast: true,
    files: { 'one-way-ring.mjs': 'fixture:one-way-ring.mjs' },
    steps: [
      'explore pancake:6 --threads @T',
      'explore ./one-way-ring.mjs --threads @T',
      {
        serve: 'out/pancake-6.table out/one-way-ring-@D.table',
        ask: [
          'GET /api/spaces',
          ...everyRoute('pancake-6', ['5 3 6 1 4 2', '1 2 3 4 5 6'], 7),
          ...everyRoute('one-way-ring-@D', ['place 7', 'place 603'], 479),
        ],
      },
    ],
  },
  {
    name: 'server without tables',
    steps: [{ serve: '', ask: ['GET /api/spaces', 'GET /api/spaces/3x3/distribution'] }],
  },
];

export const cases = [...boards, ...patterns, ...spaces, ...servers, ...errors];

import { describe, expect, test } from 'vitest';
import { planGroup } from '#src/engines/groups/engine.js';
import { exploreRun } from '#src/runs/exploration/exploration.js';
import { explore } from '#src/runs/explore.js';
import type { GeneratedSpace, NumberedSpace } from '#src/space/space.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { numberStates } from '#src/spaces/permutation/colourings/number-states.js';
import { hasBlocks, type PuzzleNumbering } from '#src/spaces/permutation/colourings/numbering.js';
import type { ColouredPuzzle } from '#src/spaces/permutation/colourings/puzzle.js';
import type { TableContents } from '#src/table/files/contents.js';
import { Table } from '#src/table/table.js';
import { randomGroup } from '../../permutations/groups.js';
import { type PlainGroupSearch, plainGroupSearch, plainGroupWalk } from '../../plain-group-search.js';
import { plainSpaceSearch } from '../../plain-space-search.js';
import { newSeed } from '../../seed.js';
import {
  randomPieces,
  randomProjections,
  randomPuzzle,
  seededNumbers,
} from '../../spaces/permutation/moves/plain-layers.js';
import { count, FULL, rows } from '../../suite.js';
import { SCATTERED } from '../generated.js';

interface Course {
  readonly threads: number;
  /** Maximum number of blocks in a shard. */
  readonly together?: number;
  readonly first?: number;
}

/** Explores a space by the engine; returns undefined if the engine refuses. */
async function explored(space: NumberedSpace, { threads, together, first = 10_000 }: Course) {
  const plan = planGroup(space, { table: true, first, threads }, together);
  if ('refused' in plan) return undefined;
  const run = await plan.open();
  try {
    const exploration = await exploreRun(plan, run, undefined);
    const { table, histogram, antipodes } = exploration;
    if (table === null) throw new Error('no table was made');
    const bytes = Buffer.concat([...table.bytes(0)]);
    return { table, codes: codesOf(table, bytes), found: { histogram, antipodes, bytes: bytes.toString('base64') } };
  } finally {
    await run.close();
  }
}

/** Returns the code of each state of a table. */
function codesOf({ facts, encoding }: TableContents, bytes: Buffer): Int32Array {
  return Int32Array.from({ length: facts.size }, (_, state) => {
    if (encoding === 'mod3') return (bytes[state >> 2] >> (2 * (state & 3))) & 3;
    if (encoding === 'depth8') return bytes[state];
    return encoding === 'depth16' ? bytes.readUInt16LE(2 * state) : bytes.readInt32LE(4 * state);
  });
}

/** Expects the results of a plain search. @returns false if the engine refuses the space */
async function expectPlain(space: NumberedSpace, course: Course): Promise<boolean> {
  const run = await explored(space, course);
  if (run === undefined) return false;
  const { histogram, depths } = plainSpaceSearch(space);
  const last = [...depths.keys()].filter((state) => depths[state] === histogram.length - 1);
  expect(run.found.histogram).toEqual(histogram);
  expect(run.found.antipodes).toEqual(last.map((state) => space.format(state)));
  expect(run.codes).toEqual(run.table.encoding === 'mod3' ? depths.map((depth) => 1 + (depth % 3)) : depths);
  return true;
}

/** Returns the space of a numbering. The texts of states are the colours of the points. */
function numberedPuzzle(numbering: PuzzleNumbering): NumberedSpace {
  const { puzzle, projections, size } = numbering;
  const { points, moves, solved } = puzzle;
  const generators = moves.map((images, move) => ({ name: `${move}`, images: [...images] }));
  const texts = new Set(moves.map((images) => images.join()));
  const undone = moves.map((images) => images.map((_, point) => images.indexOf(point)).join());
  const colouringOf = (state: number) => {
    const colouring = new Uint8Array(points);
    numbering.writeColouring(state, colouring);
    return colouring;
  };
  return {
    source: { kind: 'generators', name: 'puzzle', generators, numbering: projections },
    name: 'puzzle',
    fullName: 'puzzle',
    metric: null,
    states: size,
    size,
    starts: [numbering.numberOf(solved)],
    moves: generators.map(({ name }) => name),
    reversible: undone.every((text) => texts.has(text)),
    board: null,
    pattern: null,
    group: { definition: { name: 'puzzle', generators }, puzzle, numbering },
    neighbours(state, next) {
      const colouring = colouringOf(state);
      for (const [move, images] of moves.entries()) {
        const moved = new Uint8Array(points);
        for (const [point, image] of images.entries()) moved[image] = colouring[point];
        next[move] = numbering.numberOf(moved);
      }
    },
    format: (state) => colouringOf(state).join(' '),
    parse: (text) => numbering.numberOf(Uint8Array.from(text.split(' '), Number)),
  };
}

/** Yields random puzzles of a few thousand states, numbered by random projections. */
function* randomSpaces(): Generator<NumberedSpace> {
  const random = seededNumbers(newSeed());
  for (let made = 0; made < count(6, 300); ) {
    const puzzle: ColouredPuzzle = randomPuzzle(random);
    const numbering = numberStates(puzzle, randomProjections(puzzle, random));
    if (typeof numbering === 'string' || numbering.size > count(5_000, 50_000)) continue;
    made++;
    yield numberedPuzzle(numbering);
  }
}

describe('the layers of a group match a plain search', () => {
  test('for any pieces, moves and projections', async () => {
    let accepted = 0;
    let directed = 0;
    for (const space of randomSpaces()) {
      // Every memory takes 10 GB of addresses, so there are no more than 100.
      const numbering = space.group?.numbering;
      const blocks = numbering && hasBlocks(numbering) ? numbering.blocks.count : 1;
      const together = Math.max(1 + (space.size % 3), Math.ceil(blocks / 100));
      if (!(await expectPlain(space, { threads: 1, together }))) continue;
      accepted++;
      if (!space.reversible) directed++;
    }
    expect(accepted).toBeGreaterThan(count(2, 150));
    if (FULL) expect(directed).toBeGreaterThan(0);
  });
});

test('an estimate gives the speed of the kernel, and texts of the starts', async () => {
  for (const source of rows([{ kind: 'known', space: 'pancake:8' } as const, SCATTERED], [1])) {
    const plan = planGroup(await openNumberedSpace(source), { table: true, first: 1, threads: 1 });
    if ('refused' in plan) throw new Error(plan.refused);
    const found = await plan.estimate();
    expect(found).toEqual({
      starts: ['1 2 3 4 5 6 7 8'],
      speed: { statesPerSecond: expect.any(Number) },
      layerSeconds: null,
      seconds: expect.any(Number),
    });
    expect(found.seconds).toBeLessThan(1);
  }
});

test('the engine for groups states which spaces it accepts', async () => {
  const space = await openNumberedSpace({ kind: 'known', space: 'hanoi:3,3' });
  expect(planGroup(space, { table: true, first: 1 })).toEqual({ refused: 'is for permutation puzzles' });
});

type Random = (limit: number) => number;

const MOST_STATES = 3000;

/** Returns random generators of single points or of sets of pieces: intransitive, repeated, without effect, directed. */
function randomGenerators(random: Random): GeneratedSpace {
  if (random(2) === 0) return { kind: 'generators', name: 'random', ...randomPieces(random) };
  const moves = randomGroup(random(2 ** 31), 9).map((images, move) => ({ name: `m${move}`, images: [...images] }));
  return { kind: 'generators', name: 'random', generators: moves };
}

/** Expects that a table has the depth of every state, and that its solutions are valid. */
async function expectTable(table: Table, space: GeneratedSpace, { depths }: PlainGroupSearch): Promise<void> {
  const [start] = depths.keys();
  const wrong = [...depths].filter(([text, depth]) => table.distance(text) !== depth);
  expect(wrong).toEqual([]);
  for (const [text, depth] of [...depths].filter((_, at) => at % 50 === depths.size % 50)) {
    const moves = table.solve(text) ?? [];
    expect(moves).toHaveLength(depth);
    // If moves cannot be undone, a solution leads from the start to the state.
    if (table.space.reversible) expect(plainGroupWalk(space, moves, text)).toBe(start);
    else expect(plainGroupWalk(space, moves)).toBe(text);
  }
}

test('random generators have the distances of a plain search, by either engine, with the same table', async () => {
  const random = seededNumbers(newSeed());
  const kinds = { directed: 0, reversible: 0, alike: 0, turning: 0, exact: 0, ranked: 0, single: 0 };
  const rarest = () => Math.min(...Object.values(kinds));
  // Some kinds are rare: in full mode as many spaces are drawn as it takes to meet them all.
  for (let spaces = 0; spaces < count(5, 200) || (FULL && rarest() === 0 && spaces < 2000); ) {
    const space = randomGenerators(random);
    const plain = plainGroupSearch(space, MOST_STATES);
    if (plain === undefined) continue;
    spaces++;
    const found = await explore({ space, threads: 1 + random(2), antipodes: 'all' });
    expect(found).toMatchObject({ histogram: plain.histogram, notReached: 0 });
    const last = [...plain.depths].filter(([, depth]) => depth === found.maxDepth).map(([text]) => text);
    expect([...found.antipodes].sort()).toEqual(last.sort());
    using table = await Table.of(found.table);
    await expectTable(table, space, plain);

    const referee = await explore({ space, engine: 'general', threads: 1, antipodes: 'all' });
    expect(referee.histogram).toEqual(found.histogram);
    expect(referee.antipodes).toEqual(found.antipodes);
    expect(referee.table.facts).toEqual(found.table.facts);
    expect(Buffer.concat([...referee.table.bytes(0)])).toEqual(Buffer.concat([...found.table.bytes(0)]));

    const { group, reversible } = table.space;
    const inBlocks = group !== null && hasBlocks(group.numbering);
    expect(found.engine).toBe(inBlocks ? 'groups' : 'general');
    if (!inBlocks) kinds.ranked++;
    kinds[reversible ? 'reversible' : 'directed']++;
    if (space.sets?.some(({ solved }) => solved !== undefined)) kinds.alike++;
    if (space.sets?.some(({ turns }) => turns > 1)) kinds.turning++;
    if (group?.numbering.projections.frames === 'exact') kinds.exact++;
    if (plain.depths.size === 1) kinds.single++;
  }
  if (FULL) expect(rarest()).toBeGreaterThan(0);
});

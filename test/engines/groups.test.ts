import { expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import type { GeneratedSpace } from '#src/space/space.js';
import { hasBlocks } from '#src/spaces/permutation/colourings/numbering.js';
import { Table } from '#src/table/table.js';
import { randomGroup } from '../permutations/groups.js';
import { type PlainGroupSearch, plainGroupSearch, plainGroupWalk } from '../plain-group-search.js';
import { newSeed } from '../seed.js';
import { randomPieces, seededNumbers } from '../spaces/permutation/moves/plain-layers.js';
import { count, FULL } from '../suite.js';

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
    const numbering = group?.numbering;
    const inBlocks = numbering !== undefined && hasBlocks(numbering);
    expect(found.engine).toBe(inBlocks && numbering.words !== null ? 'groups' : 'general');
    if (!inBlocks) kinds.ranked++;
    kinds[reversible ? 'reversible' : 'directed']++;
    if (space.sets?.some(({ solved }) => solved !== undefined)) kinds.alike++;
    if (space.sets?.some(({ turns }) => turns > 1)) kinds.turning++;
    if (numbering?.projections.frames === 'exact') kinds.exact++;
    if (plain.depths.size === 1) kinds.single++;
  }
  if (FULL) expect(rarest()).toBeGreaterThan(0);
});

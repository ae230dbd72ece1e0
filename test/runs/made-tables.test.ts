import { expect, expectTypeOf, test } from 'vitest';
import { exploreAllGoals, type GoalExploration } from '#src/runs/all-goals.js';
import { type ExploreOptions, explore } from '#src/runs/explore.js';
import type { TableContents } from '#src/table/files/contents.js';

test('an exploration has a table unless it was declined, in its type too', async () => {
  const made = await explore({ space: '2x2' });
  expectTypeOf(made.table).toEqualTypeOf<TableContents>();
  expect(made.table.encoding).toBe('mod4');
  const declined = await explore({ space: '2x2', table: false });
  expectTypeOf(declined.table).toEqualTypeOf<null>();
  expect(declined.table).toBeNull();
  const options: ExploreOptions = { space: '2x2', threads: 1 };
  expectTypeOf((await explore(options)).table).toEqualTypeOf<TableContents | null>();
});

test('and so have explorations of all goals', async () => {
  const found: unknown[] = [];
  await exploreAllGoals({
    board: '2x2',
    onExploration(exploration) {
      expectTypeOf(exploration).toEqualTypeOf<GoalExploration<TableContents>>();
      found.push(exploration.table.encoding);
    },
  });
  await exploreAllGoals({
    board: '2x2',
    table: false,
    onExploration: ({ table }) => {
      expectTypeOf(table).toEqualTypeOf<null>();
      found.push(table);
    },
  });
  expect(found).toEqual(['mod4', null]);
});

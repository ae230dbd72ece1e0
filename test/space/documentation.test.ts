import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown } from 'rolldown';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { explore } from '#src/runs/explore.js';
import { search } from '#src/search/search.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { fixtureSpace } from '../spaces.js';
import { FULL } from '../suite.js';

const root = fileURLToPath(new URL('../..', import.meta.url));
const text = readFileSync(join(root, 'docs/tutorials/your-own-space.md'), 'utf8');
const [javascript, program] = [...text.matchAll(/```js\n([\s\S]*?)```/g)].map((match) => match[1]);
const [typescript] = [...text.matchAll(/```ts\n([\s\S]*?)```/g)].map((match) => match[1]);

// Within the package, so that the examples can import it by its name.
const folder = join(root, 'dist', 'examples');
beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

const histogram = [1, 2, 9, 20, 21, 10, 1];

test('the space of docs/tutorials/your-own-space.md is what it says, and so is the program that explores it', async () => {
  const path = join(folder, 'my-knight.js');
  writeFileSync(path, javascript);
  expect(javascript.trim().split('\n').length).toBeLessThanOrEqual(30);
  expect(await explore({ space: { kind: 'module', path } })).toMatchObject({
    name: 'my-knight',
    histogram,
    antipodes: ['h8'],
  });
  const run = program
    .replace('/home/me/my-knight.js', path)
    .replaceAll('my-knight.table', join(folder, 'my-knight.table'));
  writeFileSync(join(folder, 'program.js'), run);
  const output = execFileSync(process.execPath, [join(folder, 'program.js')], { encoding: 'utf8' });
  const numbers = output.replaceAll(/\s+/g, ' ');
  expect(numbers).toMatch(/^\[ 1, 2, 9, 20, 21, 10, 1 \] \[ 'h8' \] 6 \[( '-?[12],-?[12]',?){6} \] $/);
});

test.runIf(FULL)('the space in TypeScript has the types that it says, and runs', async () => {
  const path = join(folder, 'typed-knight.ts');
  writeFileSync(path, typescript);
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const flags = [
    '--noEmit',
    '--strict',
    '--target',
    'es2023',
    '--module',
    'nodenext',
    '--skipLibCheck',
    '--types',
    'node',
  ];
  execFileSync(process.execPath, [compiler, '--ignoreConfig', ...flags, path], { cwd: root });
  const build = await rolldown({ input: path, platform: 'node', external: /^antipode/ });
  await build.write({ file: join(folder, 'typed-knight.js'), format: 'esm' });
  const source = { kind: 'module', path: join(folder, 'typed-knight.js') } as const;
  expect(await explore({ space: source })).toMatchObject({ size: 400, notReached: 0, starts: ['0,0'] });
  await expect(openNumberedSpace({ ...source, start: '20,0' })).rejects.toThrow(
    "'20,0' is no state of my-knight-20: expected COLUMN,ROW from 0,0",
  );
});

test('the heuristic of docs/tutorials/your-own-space.md is consistent, and A* expands what the page says', async () => {
  const field = [...text.matchAll(/```js\n([\s\S]*?)```/g)]
    .map((match) => match[1])
    .find((code) => code.includes('heuristics'));
  const path = join(folder, 'my-field.js');
  writeFileSync(path, field ?? '');
  const source = { kind: 'module', path } as const;
  expect(await search(source, { from: '400,300' }, { algorithm: 'astar' })).toMatchObject({
    distance: 700,
    expanded: 700,
  });
});

test('the space in the comment of src/space/definition.ts is the same', async () => {
  const comment = readFileSync(join(root, 'src/space/definition.ts'), 'utf8');
  const code = [...comment.matchAll(/^ \* {5}(.*)$/gm)].map((match) => match[1]).join('\n');
  const path = join(folder, 'commented-knight.js');
  writeFileSync(path, code);
  expect((await explore({ space: { kind: 'module', path } })).histogram).toEqual(histogram);
  expect((await explore({ space: fixtureSpace('knight') })).histogram).toEqual(histogram);
});

import { execFileSync } from 'node:child_process';
import { mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { temporaryFolder } from './program/run.js';
import { FULL } from './suite.js';

const root = fileURLToPath(new URL('..', import.meta.url));
const manifest = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));

test.runIf(FULL)('the package holds what a user needs and nothing else, and works where it is installed', () => {
  const folder = temporaryFolder();
  const [{ filename, files }] = Object.values(
    JSON.parse(
      execFileSync('npm', ['pack', '--json', '--ignore-scripts', '--pack-destination', folder], {
        cwd: root,
        encoding: 'utf8',
      }),
    ),
  ) as [{ filename: string; files: { path: string }[] }];
  const paths = files.map(({ path }) => path);
  for (const path of paths) {
    expect(path).toMatch(
      /^(dist\/src\/.*\.(d\.ts|js)|dist\/program\/.*\.cjs|dist\/workers\/.*\.(cjs|wasm)|dist\/page\/(index\.html|page\.(js|css)|icon\.svg)|docs\/.*\.(md|svg|png)|examples\/.*\.(md|tws|json|g|sh|slurm)|[A-Z]+\.md|LICENSE|package\.json)$/,
    );
  }
  expect(paths).toEqual(
    expect.arrayContaining([
      'LICENSE',
      'README.md',
      'dist/page/index.html',
      'dist/page/page.js',
      'dist/program/cli.cjs',
      'dist/src/index.d.ts',
      'dist/workers/advance-layers.cjs',
      'dist/workers/layers.wasm',
      'examples/dino.tws',
    ]),
  );

  // What `npm install` would do, without a network: the package unpacked, and its dependencies beside it.
  const installed = join(folder, 'node_modules/antipode');
  mkdirSync(installed, { recursive: true });
  execFileSync('tar', ['-xzf', join(folder, filename), '-C', installed, '--strip-components=1']);
  for (const name of Object.keys(manifest.dependencies)) {
    const place = join(folder, 'node_modules', name);
    // A name may have a folder of its own: @hono/node-server.
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
  const cli = join(installed, manifest.bin.antipode);
  const solved = execFileSync(process.execPath, [cli, 'solve', '23415x768'], { cwd: folder, encoding: 'utf8' });
  expect(solved).toBe('ullddrurdllurdruldr\n');

  // The types hold by themselves: every declaration is checked, and so are the examples, with the types of Node and no others.
  for (const name of ['@types/node', 'undici-types']) {
    const place = join(folder, 'node_modules', name);
    mkdirSync(dirname(place), { recursive: true });
    symlinkSync(join(root, 'node_modules', name), place);
  }
  const examples = ['README.md', 'docs/tutorials/your-own-space.md'].flatMap(examplesOf);
  const typed = examples.map((code, index) => {
    const path = join(folder, `typed-${index}.mts`);
    writeFileSync(path, code);
    return path;
  });
  const flags =
    '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,esnext.disposable --module nodenext --types node';
  execFileSync(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...flags.split(' '), ...typed], {
    cwd: folder,
  });

  const script = join(folder, 'example.mjs');
  writeFileSync(script, examples[0]);
  const lines = execFileSync(process.execPath, [script], { cwd: folder, encoding: 'utf8' }).trim().split('\n');
  expect(lines[0]).toBe('0 1');
  expect(lines).toContain('53 18');
  expect(lines.at(-1)).toBe('r');
});

/** Returns the examples of a document that use the library. */
function examplesOf(path: string): string[] {
  const text = readFileSync(join(root, path), 'utf8');
  return [...text.matchAll(/```[jt]s\n([\s\S]*?)```/g)]
    .map(([, code]) => code)
    .filter((code) => code.includes("from 'antipode'"));
}

import { type ExecFileSyncOptionsWithStringEncoding, execFileSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { publint } from 'publint';
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from 'vitest';
import { antipodeProcess } from './program/process.js';
import { serve } from './serve/server.js';
import { FULL } from './suite.js';

const root = fileURLToPath(new URL('..', import.meta.url));

/** Maximum size of the package in bytes, as it is downloaded. */
const LARGEST = 1_500_000;

/** A module that imports the library on the thread that explores it; its own words reach the user only if its InputError is the program's. */
const RING = `
  import { InputError, NO_STATE } from 'antipode';

  export default {
    name: 'ring',
    size: 100,
    starts: [0],
    moves: ['on', 'back', 'none'],
    reversible: true,
    neighbours(state, next) {
      next[0] = (state + 1) % 100;
      next[1] = (state + 99) % 100;
      next[2] = NO_STATE;
    },
    format: String,
    parse(text) {
      if (!/^\\d\\d?$/.test(text)) throw new InputError('a place on the ring is a number from 0 to 99');
      return Number(text);
    },
  };
`;

/** Runs a command in a folder, and returns what it prints; throws with all of that if it fails. */
function run(command: string, words: readonly string[], cwd: string): string {
  const options: ExecFileSyncOptionsWithStringEncoding = { cwd, encoding: 'utf8', stdio: 'pipe' };
  try {
    return execFileSync(command, words, options);
  } catch (error) {
    const { stdout, stderr } = error as { stdout: string; stderr: string };
    throw new Error(`${command} ${words.join(' ')}\n${stdout}${stderr}`);
  }
}

/** Returns the README's examples that use the library. */
function readmeExamples(): string[] {
  const text = readFileSync(join(root, 'README.md'), 'utf8');
  return [...text.matchAll(/```[jt]s\n([\s\S]*?)```/g)]
    .map(([, code]) => code)
    .filter((code) => code.includes("from 'antipode'"));
}

describe.runIf(FULL)('a checkout', () => {
  const built = `require('node:fs').writeFileSync('dist/program/cli.cjs', '#!/usr/bin/env node\\nconsole.log("built")')`;

  test('is built by npm ci and npm pack; npx runs what is there', () => {
    const checkout = mkdtempSync(join(tmpdir(), 'antipode-checkout-'));
    onTestFinished(() => rmSync(checkout, { recursive: true, force: true }));
    const { name, version, bin, scripts } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const build = 'node build.cjs';
    const manifest = { name, version, bin, scripts: { build, prepare: scripts.prepare } };
    writeFileSync(join(checkout, 'package.json'), JSON.stringify(manifest));
    writeFileSync(join(checkout, 'build.cjs'), built);
    const program = join(checkout, bin.antipode);
    mkdirSync(dirname(program), { recursive: true });
    const npm = (...words: string[]) =>
      run('npm', [...words, '--cache', join(checkout, 'cache'), '--offline'], checkout);
    const isBuiltBy = (...words: string[]) => {
      writeFileSync(program, '#!/usr/bin/env node\nconsole.log("as it was")');
      npm(...words);
      return readFileSync(program, 'utf8').includes('built');
    };
    npm('install', '--package-lock-only');
    expect(isBuiltBy('ci')).toBe(true);
    expect(isBuiltBy('pack')).toBe(true);
    expect(isBuiltBy('exec', 'antipode')).toBe(false);
    expect(npm('exec', 'antipode')).toBe('as it was\n');
  });
});

describe.runIf(FULL)('the package', () => {
  let folder: string;
  let project: string;
  let tarball: string;
  let packed: { readonly size: number; readonly files: readonly { readonly path: string }[] };

  // Packed and installed as from the registry: without this checkout's packages, and without the peers that are optional.
  beforeAll(() => {
    folder = mkdtempSync(join(tmpdir(), 'antipode-package-'));
    project = mkdtempSync(join(folder, 'project-'));
    const words = ['pack', '--json', '--ignore-scripts', '--pack-destination', folder];
    const [report] = Object.values(JSON.parse(run('npm', words, root))) as [typeof packed & { filename: string }];
    packed = report;
    tarball = join(folder, report.filename);
    writeFileSync(join(project, 'package.json'), JSON.stringify({ private: true, type: 'module' }));
    const { devDependencies } = JSON.parse(readFileSync(join(root, 'package.json'), 'utf8'));
    const typesOfNode = `@types/node@${devDependencies['@types/node']}`;
    run('npm', ['install', '--no-audit', '--no-fund', '--prefer-offline', tarball, typesOfNode], project);
  });
  afterAll(() => rmSync(folder, { recursive: true, force: true }));

  test('holds what a user needs and nothing else', () => {
    const paths = packed.files.map(({ path }) => path);
    for (const path of paths) {
      expect(path).toMatch(
        /^(dist\/(chunks|program)\/.*\.cjs|dist\/library\/(.*\.d\.ts|index\.(js|cjs))|dist\/browser\/(index|worker)\.js|dist\/workers\/.*\.(cjs|wasm)|dist\/page\/(index\.html|page\.(js|css)|icon\.svg)|docs\/.*\.(md|svg)|docs\/explorer\.png|examples\/.*\.(md|tws|json|g|sh|slurm|html)|[A-Z]+\.md|LICENSE|package\.json)$/,
      );
    }
    expect(paths).toEqual(
      expect.arrayContaining([
        'LICENSE',
        'README.md',
        'dist/browser/index.js',
        'dist/browser/worker.js',
        'dist/library/index.d.ts',
        'dist/library/index.js',
        'dist/page/index.html',
        'dist/page/page.js',
        'dist/program/cli.cjs',
        'dist/workers/advance-layers.cjs',
        'dist/workers/layers.wasm',
        'examples/dino.tws',
      ]),
    );
  });

  test('is at most 1.5 MB to download', () => {
    expect(packed.size).toBeLessThanOrEqual(LARGEST);
  });

  test('has entry points that publint and attw accept, every one', async () => {
    const buffer = readFileSync(tarball);
    const { messages } = await publint({ pack: { tarball: new Uint8Array(buffer).buffer }, strict: true });
    expect(messages).toEqual([]);
    // It fails with a report if it finds anything. Only ES modules are offered.
    run(join(root, 'node_modules/.bin/attw'), [tarball, '--profile', 'esm-only'], folder);
  });

  test('needs neither of the peers that are optional', () => {
    const installed = readdirSync(join(project, 'node_modules'));
    expect(installed).toContain('piscina');
    expect(installed).not.toContain('bullmq');
    expect(installed).not.toContain('ioredis');
  });

  test("has types that compile in strict TypeScript with all declarations checked, and the README's examples run", () => {
    const examples = readmeExamples();
    expect(examples.length).toBeGreaterThan(0);
    const sources = examples.map((code, index) => {
      writeFileSync(join(project, `example-${index}.ts`), code);
      return `example-${index}.ts`;
    });
    const compilerOptions = {
      strict: true,
      exactOptionalPropertyTypes: true,
      target: 'es2023',
      lib: ['es2023', 'esnext.disposable'],
      module: 'nodenext',
      types: ['node'],
      skipLibCheck: false,
    };
    writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions, files: sources }));
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc')], project);
    const lines = run(process.execPath, ['example-0.js'], project).trim().split('\n');
    expect(lines[0]).toBe('53 [');
    expect(lines.slice(-2)).toEqual(['28', 'r']);
  });

  test('has types for pages, without those of Node', () => {
    writeFileSync(
      join(project, 'page.ts'),
      `import { explore, saveTable, Table } from 'antipode';
      const file: Blob = await saveTable((await explore({ space: '3x3' })).table);
      document.title = String((await Table.open(file)).maxDepth);`,
    );
    const flags = '--ignoreConfig --noEmit --strict --target es2023 --lib es2023,esnext.disposable,dom --types';
    const resolution = ['--module', 'esnext', '--moduleResolution', 'bundler', '--customConditions', 'browser'];
    const words = [...flags.split(' '), '', ...resolution, 'page.ts'];
    run(process.execPath, [join(root, 'node_modules/typescript/bin/tsc'), ...words], project);
  });

  test('throws errors by their names', () => {
    const code = `
      import * as antipode from 'antipode';
      const errors = Object.entries(antipode).filter(([, value]) => value.prototype instanceof Error);
      console.log(JSON.stringify(errors.map(([name, Class]) => [name, Class.name, new Class('').name])));
    `;
    const errors = JSON.parse(run(process.execPath, ['--input-type=module', '--eval', code], project));
    expect(errors.map(([name]: string[]) => name)).toContain('InputError');
    for (const [name, ...own] of errors) expect(own).toEqual([name, name]);
  });

  test('runs as npx antipode', () => {
    const npx = (...words: string[]) => run('npx', ['--no-install', 'antipode', ...words], project);
    expect(JSON.parse(npx('explore', '3x3', '--json'))).toMatchObject({ states: 181440, maxDepth: 31 });
    expect(npx('solve', '23415x768')).toBe('ullddrurdllurdruldr\n');
  });

  test('explores a module on worker threads, with the library that the module imports', async () => {
    writeFileSync(join(project, 'ring.mjs'), RING);
    const cli = join(project, 'node_modules/antipode/dist/program/cli.cjs');
    const explored = await antipodeProcess(['explore', './ring.mjs', '--threads', '2', '--json'], {
      cwd: project,
      cli,
    });
    expect(JSON.parse(explored.out)).toMatchObject({ states: 100, maxDepth: 50 });
    const solved = await antipodeProcess(['solve', './ring.mjs', 'frog'], { cwd: project, cli });
    expect(solved.err).toContain('a place on the ring is a number from 0 to 99');
    expect(solved.err).not.toContain('no state of');
  });

  test('serves its page', async () => {
    const cli = join(project, 'node_modules/antipode/dist/program/cli.cjs');
    const server = await serve([], project, {}, cli);
    onTestFinished(() => {
      server.process.kill('SIGKILL');
    });
    const page = await (await fetch(`${server.url}/`)).text();
    expect(page).toMatch(/^<!DOCTYPE html>/);
    for (const [, file] of page.matchAll(/(?:src|href)="([^"#]+\.(?:js|css|svg))"/g)) {
      const { status } = await fetch(new URL(file, `${server.url}/`));
      expect([file, status]).toEqual([file, 200]);
    }
    const answer = await fetch(`${server.url}/api/spaces/3x3/distance?state=12345678x`);
    expect(await answer.json()).toMatchObject({ distance: 0 });
  });
});

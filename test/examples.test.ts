import { spawnSync } from 'node:child_process';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterAll, beforeAll, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));
/** Folder within the package, so that the examples can import the package by its name. */
const folder = join(root, 'dist', 'typed-examples');
beforeAll(() => mkdirSync(folder, { recursive: true }));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

interface Example {
  /** File that contains the example, and the example's index in it. */
  readonly origin: string;
  readonly language: string;
  readonly code: string;
}

/** Returns the examples between fences in a page, or in the comments of a source file. */
function examplesOf(path: string): Example[] {
  const text = readFileSync(join(root, path), 'utf8');
  const plain = path.endsWith('.ts') ? text.replaceAll(/^ *\* ?/gm, '') : text;
  return [...plain.matchAll(/^```(js|ts)\n([\s\S]*?)^```/gm)].map(([, language, code], index) => ({
    origin: `${path.replaceAll('/', '-')}-${index}`,
    language,
    code,
  }));
}

function filesIn(path: string, ending: string): string[] {
  const names = readdirSync(join(root, path), { recursive: true, encoding: 'utf8' });
  return names.filter((name) => name.endsWith(ending)).map((name) => join(path, name));
}

test('every example in README.md, docs and comments compiles on its own, as strict TypeScript', () => {
  const pages = ['README.md', ...filesIn('docs', '.md')].flatMap(examplesOf);
  const comments = filesIn('src', '.ts').flatMap(examplesOf);
  expect(pages.length).toBeGreaterThanOrEqual(5);
  expect(comments.length).toBeGreaterThanOrEqual(8);
  const files = [...pages, ...comments].map(({ origin, language, code }) => {
    const path = join(folder, `${origin}.m${language}`);
    writeFileSync(path, code);
    return path;
  });
  const flags =
    '--ignoreConfig --noEmit --strict --allowJs --checkJs --skipLibCheck --target es2023 --lib es2023,esnext.disposable --module nodenext --types node';
  const compiler = join(root, 'node_modules/typescript/bin/tsc');
  const { status, stdout, stderr } = spawnSync(process.execPath, [compiler, ...flags.split(' '), ...files], {
    cwd: root,
    encoding: 'utf8',
  });
  expect({ status, stdout, stderr }).toEqual({ status: 0, stdout: '', stderr: '' });
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';
import { ROOMS } from './rooms.js';

const root = fileURLToPath(new URL('..', import.meta.url));

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function importsOf(folder: string, files: readonly string[]): Import[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const targets = [...source.matchAll(/(?:\bfrom|\bimport\()\s*'([^'\s]+)'/g)].map((match) => match[1]);
    return targets.map((target) => ({
      file,
      folder,
      target: target.startsWith('.')
        ? relative(join(root, 'src'), normalize(join(root, dirname(file), target))).replace(/\.js$/, '.ts')
        : target,
    }));
  });
}

const sources = readdirSync(join(root, 'src'), { recursive: true, encoding: 'utf8' }).filter((name) =>
  /\.tsx?$/.test(name),
);
const all = [
  ...Object.keys(ROOMS).flatMap((folder) =>
    importsOf(
      folder,
      sources.filter((name) => name.startsWith(`${folder}/`) || name === folder).map((name) => join('src', name)),
    ),
  ),
  ...importsOf(
    'workers',
    readdirSync(join(root, 'workers'))
      .filter((name) => name.endsWith('.ts'))
      .map((name) => join('workers', name)),
  ),
];

describe('imports point one way', () => {
  test('every file of src is in the table', () => {
    const folders = new Set(sources.filter((name) => !name.endsWith('.d.ts')).map((name) => name.split('/')[0]));
    for (const folder of folders) expect(Object.keys(ROOMS)).toContain(folder);
    expect(all.length).toBeGreaterThan(50);
  });

  test('between folders', () => {
    const wrong = all.filter(({ folder, target }) => {
      if (target.startsWith('node:') || !target.endsWith('.ts')) return false;
      const allowed = ROOMS[folder].imports;
      return !(
        target.startsWith(`${folder}/`) || allowed.some((part) => target === part || target.startsWith(`${part}/`))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('to the world outside', () => {
    const wrong = all.filter(({ folder, target }) => {
      if (target.endsWith('.ts')) return false;
      return !(ROOMS[folder].uses ?? []).includes(target);
    });
    expect(wrong).toEqual([]);
  });

  test('what checks tables shares no numbering, moves or layers with what makes them', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      for (const { target } of importsOf('', [file])) if (target.endsWith('.ts')) follow(join('src', target));
    };
    follow('workers/verify-board.ts');
    expect([...reached]).toContain('src/verify/board/replay-steps.ts');
    expect([...reached]).toContain('src/verify/board/distance-rules.ts');
    expect(
      [...reached].filter((file) =>
        /^src\/(spaces\/board\/(numbering|board-space)|spaces\/(permutation|puzzles)|engines|runs|space)\b/.test(file),
      ),
    ).toEqual([]);
  });

  test('of spaces, what checks tables shares their own rules with what makes them, and nothing else', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      // What a space is made of is its own.
      if (/^src\/spaces\/(puzzles|permutation|board\/board-space)/.test(file)) return;
      for (const { target } of importsOf('', [file])) if (target.endsWith('.ts')) follow(join('src', target));
    };
    follow('workers/verify-states.ts');
    expect([...reached]).toContain('src/verify/states/replay-steps.ts');
    expect([...reached]).toContain('src/verify/states/distance-rules.ts');
    expect([...reached]).toContain('src/space/open-space.ts');
    expect(
      [...reached].filter((file) => /^src\/(spaces\/board\/numbering|engines|runs|search|study)\//.test(file)),
    ).toEqual([]);
    const own = all.filter(({ folder }) => folder === 'verify').map(({ target }) => target);
    expect(
      own.filter((target) => /^(spaces\/(board\/numbering|permutation|puzzles)|engines|runs)\//.test(target)),
    ).toEqual([]);
  });
});

import { readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import { describe, expect, test } from 'vitest';

const root = fileURLToPath(new URL('..', import.meta.url));

/**
 * Which folder may import which. Mathematics is at the bottom, threads, files and terminal at the edges; a folder
 * may always import itself.
 */
const MAY_IMPORT: Readonly<Record<string, readonly string[]>> = {
  text: [],
  permutation: [],
  board: ['text', 'permutation'],
  space: ['board', 'text', 'puzzles'],
  puzzles: [
    'permutation',
    'board',
    'numbering',
    'text',
    'space/state-space.ts',
    'space/errors.ts',
    'space/space-source.ts',
  ],
  heuristic: ['board'],
  statistics: [],
  threads: ['board/input-error.ts'],
  storage: ['text'],
  numbering: ['permutation', 'board'],
  table: ['permutation', 'board', 'numbering', 'space', 'storage', 'text'],
  explore: [
    'permutation',
    'board',
    'numbering',
    'statistics',
    'text',
    'threads',
    'table/contents.ts',
    'table/errors.ts',
  ],
  disk: ['board', 'numbering', 'explore', 'saved', 'storage', 'table/contents.ts', 'text', 'threads'],
  saved: ['board', 'numbering', 'storage', 'table/format.ts'],
  checkpoint: ['board', 'numbering', 'text', 'storage', 'saved', 'explore'],
  resume: ['checkpoint', 'disk', 'saved', 'storage/errors.ts', 'explore/explore.ts'],
  general: [
    'board/input-error.ts',
    'space',
    'statistics',
    'text',
    'threads',
    'explore/explore.ts',
    'explore/errors.ts',
    'explore/requirements.ts',
    'table/errors.ts',
    'table/space-contents.ts',
    'table/space-table.ts',
  ],
  analysis: [
    'board',
    'space',
    'heuristic',
    'numbering',
    'permutation',
    'statistics',
    'explore',
    'general/space-depths.ts',
    'threads',
    'table/contents.ts',
    'table/errors.ts',
    'table/space-table.ts',
  ],
  export: [
    'board',
    'numbering',
    'explore',
    'general/space-depths.ts',
    'space',
    'threads',
    'table/contents.ts',
    'storage/plain-messagepack.ts',
    'table/space-table.ts',
  ],
  report: [
    'board',
    'heuristic/heuristic.ts',
    'statistics',
    'analysis/analyse.ts',
    'analysis/analyse-space.ts',
    'analysis/depth-ranges.ts',
    'analysis/distance-analysis.ts',
    'text',
  ],
  solve: ['permutation', 'board', 'space', 'heuristic', 'numbering', 'table', 'text', 'threads'],
  verify: ['board', 'space', 'table', 'text', 'threads'],
  terminal: [
    'board',
    'text',
    'statistics',
    'analysis/analyse.ts',
    'analysis/analyse-space.ts',
    'analysis/depth-ranges.ts',
    'analysis/distance-analysis.ts',
    'analysis/shortest-solutions.ts',
    'explore/explore.ts',
    'explore/all-goals.ts',
    'disk/exploration-plan.ts',
    'disk/folder-speed.ts',
    'disk/layer-shares.ts',
    'disk/processor-speed.ts',
    'disk/published-histograms.ts',
    'solve/comparison.ts',
    'verify/verify-table.ts',
    'verify/verify-distances.ts',
    'verify/verify-space.ts',
    'verify/verify-space-distances.ts',
  ],
  serve: [
    'board',
    'space',
    'heuristic/heuristic.ts',
    'numbering',
    'statistics',
    'text',
    'threads',
    'table',
    'explore',
    'general',
    'solve',
  ],
  page: ['serve/answers.ts', 'text'],
  commands: [
    'permutation',
    'board',
    'space',
    'puzzles/generator-file.ts',
    'puzzles/known-puzzles.ts',
    'general',
    'heuristic',
    'statistics/distribution.ts',
    'numbering',
    'storage',
    'saved',
    'checkpoint',
    'disk',
    'resume',
    'table',
    'explore',
    'analysis',
    'export',
    'report',
    'solve',
    'verify',
    'serve',
    'terminal',
    'text',
    'threads',
  ],
  workers: [
    'disk',
    'heuristic',
    'space',
    'numbering',
    'explore',
    'general',
    'analysis',
    'export',
    'serve',
    'solve',
    'verify',
  ],
  'index.ts': [
    'permutation',
    'board',
    'space',
    'heuristic',
    'statistics',
    'space',
    'puzzles',
    'explore',
    'checkpoint',
    'disk',
    'resume',
    'saved',
    'general',
    'analysis',
    'export',
    'storage',
    'table',
    'solve',
    'verify',
    'threads',
  ],
  'cli.ts': ['commands'],
};

/** What each folder may have of the world outside: nothing, unless it is named. */
const MAY_USE: Readonly<Record<string, readonly string[]>> = {
  space: ['node:fs', 'node:path', 'node:url'],
  general: ['node:os'],
  threads: ['node:module', 'node:os', 'piscina'],
  explore: ['node:fs', 'node:module', 'node:os'],
  analysis: ['node:fs', 'node:module'],
  export: ['hyparquet-writer'],
  report: ['d3-scale'],
  solve: ['node:fs', 'node:module'],
  storage: [
    'node:crypto',
    'node:fs',
    'node:fs/promises',
    'node:os',
    'node:path',
    'node:timers/promises',
    'node:zlib',
    'msgpackr/index-no-eval',
  ],
  table: ['node:fs', 'node:zlib'],
  saved: ['node:fs/promises', 'node:path'],
  disk: ['node:crypto', 'node:fs', 'node:fs/promises', 'node:os', 'node:path', 'node:zlib'],
  checkpoint: ['node:fs/promises', 'node:path', 'node:zlib'],
  serve: [
    'node:crypto',
    'node:fs',
    'node:fs/promises',
    'node:http',
    'node:module',
    'node:net',
    'node:path',
    'node:stream',
    'node:timers/promises',
    '@hono/node-server',
    'hono',
    'zod',
  ],
  page: ['preact', 'preact/hooks'],
  verify: ['node:fs/promises', 'node:zlib'],
  terminal: ['node:util'],
  commands: ['node:events', 'node:fs', 'node:net', 'node:os', 'node:path'],
  'cli.ts': ['node:module', 'commander'],
};

interface Import {
  readonly file: string;
  readonly folder: string;
  readonly target: string;
}

function importsOf(folder: string, files: readonly string[]): Import[] {
  return files.flatMap((file) => {
    const source = readFileSync(join(root, file), 'utf8').replace(/\/\*[\s\S]*?\*\//g, '');
    const targets = [...source.matchAll(/(?:from|import\()\s*'([^']+)'/g)].map((match) => match[1]);
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
  ...Object.keys(MAY_IMPORT).flatMap((folder) =>
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
    for (const folder of folders) expect(Object.keys(MAY_IMPORT)).toContain(folder);
    expect(all.length).toBeGreaterThan(50);
  });

  test('between folders', () => {
    const wrong = all.filter(({ folder, target }) => {
      if (target.startsWith('node:') || !target.endsWith('.ts')) return false;
      const allowed = MAY_IMPORT[folder];
      return !(
        target.startsWith(`${folder}/`) || allowed.some((part) => target === part || target.startsWith(`${part}/`))
      );
    });
    expect(wrong).toEqual([]);
  });

  test('to the world outside', () => {
    const wrong = all.filter(({ folder, target }) => {
      if (target.endsWith('.ts')) return false;
      return !(MAY_USE[folder] ?? []).includes(target);
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
    for (const worker of ['workers/verify-layers.ts', 'workers/verify-distances.ts']) follow(worker);
    expect([...reached]).toContain('src/verify/replay-steps.ts');
    expect(
      [...reached].filter((file) => /^src\/(numbering|explore|general|permutation|space|puzzles)\//.test(file)),
    ).toEqual([]);
  });

  test('of spaces, what checks tables shares their own rules with what makes them, and nothing else', () => {
    const reached = new Set<string>();
    const follow = (file: string) => {
      if (reached.has(file)) return;
      reached.add(file);
      // What a space is made of is its own.
      if (file.startsWith('src/puzzles/')) return;
      for (const { target } of importsOf('', [file])) if (target.endsWith('.ts')) follow(join('src', target));
    };
    for (const worker of ['workers/verify-space.ts', 'workers/verify-space-distances.ts']) follow(worker);
    expect([...reached]).toContain('src/verify/space-replay-steps.ts');
    expect([...reached]).toContain('src/space/open-space.ts');
    expect(
      [...reached].filter((file) => /^src\/(numbering|explore|general|permutation|solve|analysis)\//.test(file)),
    ).toEqual([]);
    const own = all.filter(({ folder }) => folder === 'verify').map(({ target }) => target);
    expect(own.filter((target) => /^(numbering|explore|general|permutation|puzzles)\//.test(target))).toEqual([]);
  });
});

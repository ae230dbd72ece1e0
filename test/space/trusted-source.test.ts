import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { basename, relative } from 'node:path';
import { afterAll, describe, expect, test } from 'vitest';
import { InputError } from '#src/base/text.js';
import { SpaceError } from '#src/space/definition.js';
import type { ModuleSpace } from '#src/space/space.js';
import { moduleFor, trustedSource } from '#src/space/space-module.js';
import { openNumberedSpace } from '#src/spaces/open-space.js';
import { ModuleFolder, ringModule } from '../spaces.js';

const modules = new ModuleFolder();
afterAll(() => modules.remove());

const { path } = modules.ring();
const digest = createHash('sha256').update(readFileSync(path)).digest('hex');
const copy = modules.write(readFileSync(path, 'utf8')).path;
const other = modules.ring('starts: [1]').path;
const gone = '/no/such/module.mjs';

describe('a source from a file', () => {
  test('is trusted if it is not a module, or an unchanged module at the path in the file', () => {
    const known = { kind: 'known', space: 'pancake:4' } as const;
    expect(trustedSource(known)).toBe(known);
    expect(trustedSource({ kind: 'module', path, digest, start: 'r1' })).toEqual({
      kind: 'module',
      path,
      digest,
      start: 'r1',
    });
  });

  test.each<[string, Omit<ModuleSpace, 'kind'>]>([
    ['which has changed since', { path, digest: digest.replace(/^./, (first) => (first === '0' ? '1' : '0')) }],
    ['whose digest is not recorded', { path }],
    ['which no longer exists', { path: gone, digest }],
    ['which no longer exists', { path: relative(process.cwd(), path), digest }],
    ['which no longer exists', { path: '/dev/zero', digest }],
  ])('is otherwise refused if the user has not named it: %s', (fault, source) => {
    const module = { kind: 'module', ...source } as const;
    expect(() => trustedSource(module)).toThrow(SpaceError);
    expect(() => trustedSource(module)).toThrow(`its space is the module ${source.path}, ${fault}: if you trust`);
    expect(trustedSource(module, copy)).toEqual({ kind: 'module', path: copy, digest });
    expect(() => trustedSource(module, gone)).toThrow(new InputError(`there is no module ${gone}`));
    expect(() => trustedSource(module, '/dev/zero')).toThrow(new InputError('the module /dev/zero is not a file'));
  });

  test('has the named module with its digest, its path or its file name, otherwise the only named module', () => {
    const source = { kind: 'module', path: gone, digest } as const;
    expect(moduleFor(source, [])).toBeUndefined();
    expect(moduleFor(source, [other, copy])).toBe(copy);
    expect(moduleFor({ ...source, path: other, digest: 'none' }, [copy, other])).toBe(other);
    expect(moduleFor({ ...source, path: `/elsewhere/${basename(other)}`, digest: 'none' }, [copy, other])).toBe(other);
    expect(moduleFor({ ...source, digest: 'none' }, [copy, other])).toBeUndefined();
    expect(moduleFor({ ...source, digest: 'none' }, [other])).toBe(other);
    expect(moduleFor({ ...source, path }, [other])).toBeUndefined();
    expect(moduleFor({ kind: 'known', space: 'pancake:4' }, [other])).toBeUndefined();
  });
});

test('a module is loaded only with the digest of its source, and is read again after a change', async () => {
  const source = modules.ring();
  const opened = await openNumberedSpace(source);
  expect(opened.source).toEqual({ ...source, digest });
  modules.write(ringModule('starts: [1]'), basename(source.path));
  await expect(openNumberedSpace(opened.source)).rejects.toThrow(
    new SpaceError(`the module ${source.path} has changed since its space was made: make the space again`),
  );
  expect((await openNumberedSpace(source)).starts).toEqual([1]);
});

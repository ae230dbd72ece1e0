/** The files of src and workers, with their imports and exports. */

import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';

export const ROOT = fileURLToPath(new URL('../..', import.meta.url));

export interface SourceFile {
  /** Path from the root of the repository, such as src/table/table.ts. */
  readonly path: string;
  /** Folder of the file, without src/; for a file in src itself, its name. */
  readonly room: string;
  readonly imports: readonly ImportedFile[];
  /** Node modules and packages. */
  readonly uses: readonly string[];
  /** Names that the file declares and exports, without re-exports. */
  readonly exports: readonly string[];
  readonly text: string;
}

export interface ImportedFile {
  readonly path: string;
  /** True if only types are imported, so that nothing is loaded. */
  readonly typesOnly: boolean;
  /** True if the file is loaded on demand, by import(). */
  readonly onDemand: boolean;
}

const IMPORT =
  /(?:^|\n)(?:import|export)\s+(type\s)?([^;'"]*?)from\s+'([^']+)'|(?:^|\n)import\s+'([^']+)'|\bimport\('([^']+)'\)/g;
const EXPORT =
  /^export (?:declare |default )?(?:async )?(?:abstract )?(?:function\*?|class|interface|type|const|let|enum) (\w+)/gm;

/** Reads all TypeScript files of src and workers. The kernels are excluded: they are AssemblyScript. */
export function readSourceFiles(): SourceFile[] {
  const inSource = readdirSync(join(ROOT, 'src'), { recursive: true, encoding: 'utf8' }).map((name) => `src/${name}`);
  const workers = readdirSync(join(ROOT, 'workers')).map((name) => `workers/${name}`);
  return [...inSource, ...workers]
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
    .map(readSourceFile);
}

function readSourceFile(path: string): SourceFile {
  const text = readFileSync(join(ROOT, path), 'utf8');
  const code = text.replace(/\/\*[\s\S]*?\*\//g, '').replace(/^\s*\/\/.*$/gm, '');
  const imports: ImportedFile[] = [];
  const uses: string[] = [];
  for (const [, type, names, from, bare, demanded] of code.matchAll(IMPORT)) {
    const target = from ?? bare ?? demanded;
    if (target.endsWith('.css')) continue;
    const onMachine = target.replace(/^#machine\//, 'src/machine/node/');
    if (target.startsWith('.') || onMachine !== target) {
      imports.push({
        path: sourcePath(onMachine !== target ? onMachine : normalize(join(dirname(path), target))),
        typesOnly: type !== undefined || (names !== undefined && importsTypesAlone(names)),
        onDemand: demanded !== undefined,
      });
    } else {
      uses.push(target);
    }
  }
  const folder = dirname(path).replace(/^src\/?/, '');
  return {
    path,
    room: folder === '' ? path.slice('src/'.length) : folder,
    imports,
    uses,
    exports: [...code.matchAll(EXPORT)].map(([, name]) => name),
    text,
  };
}

/** Returns true for `{ type One, type Other }`, which leaves nothing in the compiled code. */
function importsTypesAlone(names: string): boolean {
  const listed = /^\{([^}]*)\}\s*$/.exec(names.trim());
  if (listed === null) return false;
  const each = listed[1].split(',').filter((name) => name.trim() !== '');
  return each.length > 0 && each.every((name) => name.trim().startsWith('type '));
}

function sourcePath(path: string): string {
  if (!path.endsWith('.js')) return path;
  const script = path.replace(/\.js$/, '.ts');
  return existsSync(join(ROOT, script)) ? script : `${script}x`;
}

/** Returns the rooms that the files of a room import, including imports of types only and on demand. */
export function importsOf(room: string, files: readonly SourceFile[]): string[] {
  const roomOf = new Map(files.map((file) => [file.path, file.room]));
  const targets = files.filter((file) => file.room === room).flatMap(({ imports }) => imports);
  const rooms = new Set(targets.map(({ path }) => roomOf.get(path) ?? path));
  rooms.delete(room);
  return [...rooms].sort();
}

/** Returns the files loaded with these, through all their imports except those of types only or on demand. */
export function loadedWith(paths: readonly string[], files: readonly SourceFile[]): Set<string> {
  const byPath = new Map(files.map((file) => [file.path, file]));
  const loaded = new Set<string>();
  const follow = (path: string) => {
    if (loaded.has(path)) return;
    loaded.add(path);
    for (const { path: next, typesOnly, onDemand } of byPath.get(path)?.imports ?? []) {
      if (!typesOnly && !onDemand) follow(next);
    }
  };
  for (const path of paths) follow(path);
  return loaded;
}

/** Returns the groups of files that import each other in a circle, including imports of types and on demand. */
export function cyclesOf(files: readonly SourceFile[]): string[][] {
  const byPath = new Map(files.map((file) => [file.path, file.imports.map(({ path }) => path)]));
  const reaches = (from: string, to: string): boolean => {
    const seen = new Set<string>();
    const open = [...(byPath.get(from) ?? [])];
    for (let path = open.pop(); path !== undefined; path = open.pop()) {
      if (path === to) return true;
      if (seen.has(path)) continue;
      seen.add(path);
      open.push(...(byPath.get(path) ?? []));
    }
    return false;
  };
  const inCircles = files.map(({ path }) => path).filter((path) => reaches(path, path));
  const groups: string[][] = [];
  for (const path of inCircles) {
    const group = groups.find(([other]) => reaches(path, other) && reaches(other, path));
    if (group === undefined) groups.push([path]);
    else group.push(path);
  }
  return groups;
}

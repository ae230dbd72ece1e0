/** Existing files of other spaces, at the paths of results: from version 0.1, or renamed. */

import { existsSync, readFileSync, statSync } from 'node:fs';
import { InputError } from '../../base/input-error.js';
import { sourceOfTable } from '../../spaces/board/space/board-facts.js';
import { describeSpace, isSameSpace, type NamedSpace } from '../../spaces/same-space.js';
import { isBoardTable } from '../../table/contents/board-claims.js';
import { TableError } from '../../table/contents/errors.js';

/** The space of a file. */
interface FoundSpace {
  readonly words: string;
  /** If true, the file may be replaced. */
  readonly same: boolean;
}

/**
 * Refuses to replace tables and results of other spaces. Other existing files are ignored.
 * @param paths paths of tables, and of results, which end in .json
 * @param space the space of the new files
 * @param advice alternative to --replace, in words
 * @throws InputError that names the file and its space
 */
export async function refuseOthers(paths: readonly string[], space: NamedSpace, advice: string): Promise<void> {
  for (const path of paths) {
    if (!existsSync(path) || !statSync(path).isFile()) continue;
    const found = path.endsWith('.json') ? spaceOfResult(path, space) : await spaceOfTable(path, space);
    if (found === undefined || found.same) continue;
    throw new InputError(
      `${path} is of ${found.words}, and would be replaced by that of ${describeSpace(space)}: ${advice}, or add --replace`,
    );
  }
}

/** Returns undefined if it is not a table. */
async function spaceOfTable(path: string, space: NamedSpace): Promise<FoundSpace | undefined> {
  const { tableClaims } = await import('../../table/files/origin.js');
  try {
    const claims = tableClaims(path);
    const { facts } = claims;
    const own = isBoardTable(claims) ? { ...space, source: sourceOfTable(space.source) } : space;
    return { words: describeSpace(facts), same: isSameSpace(facts, own) };
  } catch (error) {
    // A table of an invalid board has no space.
    if (error instanceof TableError || error instanceof InputError) return undefined;
    throw error;
  }
}

/** Returns undefined if it is not a result. */
function spaceOfResult(path: string, { source, name }: NamedSpace): FoundSpace | undefined {
  const result = readObject(path);
  if (typeof result?.space !== 'string') return undefined;
  // Results of all goals have neither.
  const goal = source.kind === 'board' ? (result.goal ?? (result.starts as unknown[] | undefined)?.[0]) : undefined;
  const sameGoal = goal === undefined || (source.kind === 'board' && goal === source.goal);
  return {
    words: result.space + (goal === undefined ? '' : ` with the goal ${goal}`),
    same: result.space === name && sameGoal,
  };
}

function readObject(path: string): Readonly<Record<string, unknown>> | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8'));
  } catch {
    return undefined;
  }
}

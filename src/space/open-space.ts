/** Makes the state space of a source. */

import { basename, extname } from 'node:path';
import { checkSamples } from './check-samples.js';
import { checkShape } from './check-space.js';
import { loadSpaceModule } from './space-module.js';
import type { SpaceSource } from './space-source.js';
import { readState } from './space-text.js';
import type { StateSpace } from './state-space.js';

/**
 * Makes the space of a source and checks it: its interface, and on some hundred states its promises.
 * @throws InputError where the source is unknown or its parameters are wrong; SpaceError where the space lacks a part of the
 * interface or contradicts itself
 */
export async function openSpace(source: SpaceSource): Promise<StateSpace> {
  const space = await loadSpace(source);
  checkSamples(space);
  return space;
}

/**
 * As openSpace, for a space that has been checked before: only its interface is looked at.
 * @throws as openSpace
 */
export async function loadSpace(source: SpaceSource): Promise<StateSpace> {
  const space = await makeSpace(source);
  return source.start === undefined ? space : startingAt(space, source.start);
}

/** What goes without saying, and so is left out of names. */
const USUAL_METRICS: readonly string[] = ['single', 'half-turn'];

/**
 * The name that results and files of a space carry: its own, then the metric where that is not the usual one, then the start where
 * one is given; a module is called like its file.
 * @param space of this source
 */
export function nameOfSource(source: SpaceSource, space: StateSpace): string {
  const metric = space.metric === undefined || USUAL_METRICS.includes(space.metric) ? '' : `-${space.metric}`;
  const name =
    source.kind === 'module'
      ? basename(source.path, extname(source.path))
      : space.name.endsWith(metric)
        ? space.name
        : `${space.name}${metric}`;
  return source.start === undefined ? name : `${name}-from-${space.format(space.starts[0])}`;
}

async function makeSpace(source: SpaceSource): Promise<StateSpace> {
  switch (source.kind) {
    case 'module':
      return loadSpaceModule(source.path);
    case 'known': {
      const { makeKnownPuzzle } = await import('../spaces/puzzles/known-puzzles.js');
      return checkShape(makeKnownPuzzle(source.space, source.metric), source.space);
    }
    case 'generators': {
      const { generatedSpace } = await import('../spaces/permutation/generators.js');
      return checkShape(generatedSpace(source), source.name);
    }
    case 'board': {
      const { boardSpace } = await import('../spaces/board/board-space.js');
      return checkShape(boardSpace(source), source.board);
    }
  }
}

/** The same space with one start. Methods keep their `this`: a space may be an object of a class. */
function startingAt(space: StateSpace, text: string): StateSpace {
  const start = readState(space, text);
  const { name, metric, size, moves, reversible } = space;
  return {
    name,
    ...(metric !== undefined && { metric }),
    size,
    starts: [start],
    moves,
    reversible,
    neighbours: (state, next) => space.neighbours(state, next),
    ...(space.predecessors !== undefined && { predecessors: (state: number) => space.predecessors?.(state) ?? [] }),
    format: (state) => space.format(state),
    parse: (typed) => space.parse(typed),
  };
}

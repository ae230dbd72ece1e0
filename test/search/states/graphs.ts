/** Spaces given as graphs. */

import { NO_STATE, type SpaceDefinition } from '#src/space/definition.js';

/** [state][move]: the state that it leads to, or NO_STATE. */
export type Graph = readonly (readonly number[])[];

/** Returns the space of a graph, with other fields if given. */
export function spaceOf(graph: Graph, given: Partial<SpaceDefinition> = {}): SpaceDefinition {
  return {
    name: 'graph',
    size: graph.length,
    starts: [0],
    moves: Array.from({ length: Math.max(...graph.map((row) => row.length)) }, (_, move) => `m${move}`),
    reversible: false,
    neighbours(state, next) {
      next.fill(NO_STATE);
      next.set(graph[state]);
    },
    format: (state) => `s${state}`,
    parse: (text) => Number(text.slice(1)),
    ...given,
  };
}

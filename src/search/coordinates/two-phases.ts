/**
 * Search in two phases: good solutions of a permutation puzzle, by way of a subgroup (subgroup.ts).
 *
 * Paths to the subgroup are searched by growing length. Where one ends, a path within the subgroup is sought that makes both together shorter than
 * the best known solution. After a short first phase the second one can be long, so longer first phases often give shorter solutions.
 * The subgroup has images under the symmetries of the puzzle: one after the other is searched, as the same subgroup from the state's image.
 *
 * Source: H. Kociemba, "Close to God's algorithm", Cubism For Fun 28 (1992).
 */

import type { MoveSymmetry } from '../../permutations/move-graph.js';
import type { KernelOutcome } from '../ida-star/compiled-search.js';
import type { Limits } from '../question/limits.js';
import { CompiledCoordinates, colouringAfter, moveOfLetter } from './compiled-coordinates.js';
import { imageOfColouring, MOST_MOVES_OF_SOLUTION } from './coordinate-databases.js';
import type { Phases } from './subgroup.js';

/** Nodes between two looks at the clock. */
const NODES_AT_A_TIME = 5_000;
/** Maximum nodes of a second phase: another first phase then promises more. */
const MOST_SECOND_NODES = 500_000;

/**
 * Searches until no first phase can lead to a shorter solution, or until a limit.
 * @param symmetries of the puzzle: a group, the identity first
 * @param start a state that moves reach
 * @param best returns the moves of the shortest known solution; infinite if none is known
 * @param onSolution called with the moves of each shorter one
 * @throws LimitError if the time is over; the signal's reason
 */
export async function searchByPhases(
  { puzzle, moves, labels, first, second, holds }: Phases,
  symmetries: readonly MoveSymmetry[],
  start: Uint8Array,
  limits: Limits,
  best: () => number,
  onSolution: (moves: readonly number[]) => void,
): Promise<void> {
  const images = new Map(
    symmetries.toReversed().map(({ points, moves: images }) => {
      const own = [...puzzle.moves.keys()].filter((move) => moves.includes(images[move]));
      const inverse = [...puzzle.moves.keys()].sort((one, other) => images[one] - images[other]);
      return [own.join(), { state: imageOfColouring(start, puzzle.solved, points), inverse }];
    }),
  );
  const views = [...images.values()].map((view) => ({
    ...view,
    search: CompiledCoordinates.from(first, view.state, labels),
  }));

  /** Runs a search until it arrives or has searched everything, or has generated some nodes. */
  const run = async (search: CompiledCoordinates, nodes: number): Promise<KernelOutcome> => {
    for (let left = nodes; left > 0; left -= search.generated) {
      if (limits.isPauseDue()) await limits.pause();
      const outcome = search.run(NODES_AT_A_TIME);
      if (outcome !== 'paused') return outcome;
    }
    return 'paused';
  };

  /** Returns a path within the subgroup of at most some moves; undefined if none is found. */
  const pathWithin = async (state: Uint8Array, most: number): Promise<readonly number[] | undefined> => {
    if (state.every((colour, point) => colour === puzzle.solved[point])) return [];
    if (!holds(state)) return undefined;
    const search = CompiledCoordinates.from(second, state);
    try {
      for (let bound = search.estimate; bound <= most; bound += search.leastExcess) {
        search.begin('', bound);
        const outcome = await run(search, MOST_SECOND_NODES);
        if (outcome === 'arrived') return Array.from(search.moves, (letter) => moves[moveOfLetter(letter)]);
        if (outcome === 'paused') return undefined;
      }
      return undefined;
    } finally {
      search.close();
    }
  };

  const finish = async ({ state, inverse }: (typeof views)[number], path: readonly number[]) => {
    // The paths that end with a move of the subgroup have had their second phase without it.
    if (moves.includes(path[path.length - 1])) return;
    const most = Math.min(best() - 1, MOST_MOVES_OF_SOLUTION) - path.length;
    const rest = await pathWithin(colouringAfter(puzzle, state, path), most);
    if (rest !== undefined) onSolution([...path, ...rest].map((move) => inverse[move]));
  };

  try {
    for (const view of views) {
      const isWithin = view.state.every((colour, point) => labels[colour] === labels[puzzle.solved[point]]);
      if (isWithin) await finish(view, []);
    }
    for (let length = 1; length < Math.min(best(), MOST_MOVES_OF_SOLUTION); length++) {
      for (const view of views) {
        const { search } = view;
        search.begin('', length);
        while ((await run(search, Number.POSITIVE_INFINITY)) === 'arrived') {
          await finish(view, Array.from(search.moves, moveOfLetter));
        }
      }
    }
  } finally {
    for (const { search } of views) search.close();
  }
}

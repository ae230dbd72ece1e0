/**
 * Permutation puzzles as spaces: the states that moves make of the solved one.
 *
 * A state's number is that of its colouring, see ../colourings/number-states.ts. The source of the space holds the projections that it is made by, so that
 * threads and tables open it without searching for them again.
 */

import { InputError } from '../../../base/input-error.js';
import { excerpt } from '../../../base/text/excerpt.js';
import { basicName } from '../../../space/names.js';
import type { NumberedGroupView, NumberedSpace } from '../../../space/space.js';
import type { GeneratedSpace, KnownSpace, SpaceSource } from '../../../space/space-source.js';
import { withStart } from '../../../space/start.js';
import type { ChainNumbering } from '../colourings/chain.js';
import type { GroupDefinition } from '../colourings/group-definition.js';
import { numberStates } from '../colourings/number-states.js';
import { chooseProjections } from '../words/choose-projections.js';
import { colouringText } from './colouring-text.js';
import { inverseOf } from './generators.js';
import { type PuzzlePoints, puzzlePoints } from './puzzle-points.js';
import { reasonOf } from './unreachable.js';

/** The source of a permutation puzzle. */
export type GroupSource = Extract<SpaceSource, KnownSpace | GeneratedSpace>;

/**
 * Returns the space of a definition.
 * @param source its projections number the states, if it has any
 * @throws InputError if the start of the source is not a state, or the states cannot be numbered so
 */
export function groupSpace(definition: GroupDefinition, source: GroupSource): NumberedSpace {
  const { name, metric = null, generators } = definition;
  const points = puzzlePoints(definition);
  const { puzzle } = points;
  const numbering = numberingOf(definition, points, source);
  const { format, parse } = textOf(definition, points);
  const numberOf = (text: string): number => {
    const state = parse(text);
    const number = state === null ? -1 : numbering.numberOf(state);
    if (number >= 0) return number;
    const reason = state && reasonOf(puzzle, points.sets, state);
    throw new InputError(
      `no moves of ${name} lead from its solved state to '${excerpt(text)}'${reason === null ? '' : `: ${reason}`}`,
    );
  };
  const undone = puzzle.moves.map((move) => inverseOf(move));
  const reversible = holdsAll(puzzle.moves, undone);
  const state = new Uint8Array(puzzle.points);
  const colouringOf = (number: number): Uint8Array => {
    numbering.writeColouring(number, state);
    return state;
  };
  const group: NumberedGroupView = { definition, puzzle, numbering };
  const numbered: GroupSource = { ...source, numbering: numbering.projections };
  const heuristics = Object.entries(definition.heuristics ?? {}).map(
    ([heuristic, estimate]) => [heuristic, (number: number) => estimate(points.given(colouringOf(number)))] as const,
  );
  return withStart({
    source: numbered,
    name,
    fullName: basicName({ source, name, metric }),
    metric,
    states: numbering.size,
    size: numbering.size,
    starts: [numbering.numberOf(puzzle.solved)],
    moves: generators.map((generator) => generator.name),
    reversible,
    board: null,
    group,
    neighbours: neighboursOf(numbering, puzzle.moves),
    ...(!reversible && { predecessors: predecessorsOf(numbering, undone) }),
    ...(heuristics.length > 0 && { heuristics: Object.fromEntries(heuristics) }),
    format: (number) => format(colouringOf(number)),
    parse: numberOf,
  });
}

/** @throws InputError if the states cannot be numbered */
function numberingOf({ name }: GroupDefinition, { puzzle }: PuzzlePoints, { numbering }: GroupSource): ChainNumbering {
  const found = numbering === undefined ? chooseProjections(puzzle) : numberStates(puzzle, numbering);
  if (typeof found === 'string') throw new InputError(`the states of ${name} cannot be numbered: ${found}`);
  return 'numbering' in found ? found.numbering : found;
}

interface StateText {
  format(state: Uint8Array): string;
  /** @returns null if the pieces are not where moves may take them */
  parse(text: string): Uint8Array | null;
}

/** Returns the texts of the puzzle's states. */
function textOf({ name, generators, sets, text }: GroupDefinition, { puzzle, given, own }: PuzzlePoints): StateText {
  const onePiece = [{ name: 'pieces', pieces: generators[0].images.length, turns: 1 }];
  const { format, parse } = text ?? colouringText(name, puzzle, sets ?? onePiece);
  return { format: (state) => format(given(state)), parse: (written) => own(parse(written)) };
}

/** Returns the neighbours of numbered states. */
function neighboursOf(numbering: ChainNumbering, moves: readonly Uint8Array[]): NumberedSpace['neighbours'] {
  const { points } = numbering.puzzle;
  const state = new Uint8Array(points);
  const moved = new Uint8Array(points);
  return (number, next) => {
    numbering.writeColouring(number, state);
    for (let move = 0; move < moves.length; move++) {
      const images = moves[move];
      for (let point = 0; point < points; point++) moved[images[point]] = state[point];
      next[move] = numbering.numberOf(moved);
    }
  };
}

/** Returns the states that a move leads from. @param undone the inverses of the moves */
function predecessorsOf(
  numbering: ChainNumbering,
  undone: readonly (readonly number[])[],
): (state: number) => readonly number[] {
  const inverses = undone.map((images) => Uint8Array.from(images));
  const neighbours = neighboursOf(numbering, inverses);
  const next = new Float64Array(inverses.length);
  return (number) => {
    neighbours(number, next);
    return [...new Set(next)];
  };
}

/** Returns whether permutations have all of these among them. */
function holdsAll(permutations: readonly Uint8Array[], wanted: readonly (readonly number[])[]): boolean {
  const there = new Set(permutations.map((permutation) => permutation.join()));
  return wanted.every((permutation) => there.has(permutation.join()));
}

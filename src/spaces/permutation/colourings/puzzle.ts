/**
 * Colourings: the states of a permutation puzzle.
 *
 * A puzzle has n points. A state gives each point a colour, `x[point]`. A move is a permutation s of the points, which takes the colour of
 * point i to point s[i]. So the state after it is y with `y[s[i]] = x[i]`. Identical pieces have the same colour. A piece with k turns is
 * on k points and has k colours, so that turning it shows. Example: the move (1 2 3) has s[1] = 2, s[2] = 3 and s[3] = 1. It takes the
 * colouring `1 2 2` to `2 1 2`.
 *
 * A puzzle is defined by generators and sets of pieces, as sources and files give them; its colouring follows from these.
 */

/** A colour: the kind of piece that a point belongs to, and the point of that piece. */
export interface Colour {
  /** Number of the set of pieces, from 0. Moves never take a colour to a point of another set. */
  readonly set: number;
  /** Number of the kind of piece, from 0, over all sets. */
  readonly kind: number;
  /** Point of the piece, 0..turns-1. */
  readonly facet: number;
  /** Number of facets of the kind that can be told apart: 1 if the pieces do not turn, or if turning them does not show. */
  readonly turns: number;
  /** Number of pieces of the kind. */
  readonly pieces: number;
}

/** A permutation puzzle on points: plain data. */
export interface ColouredPuzzle {
  /** Number of points, 1..255. */
  readonly points: number;
  /** [move][point]: the point to which the move takes its colour. At least one move. */
  readonly moves: readonly Uint8Array[];
  /** [point]: its colour when solved. Every colour 0..colours.length-1 occurs. */
  readonly solved: Uint8Array;
  readonly colours: readonly Colour[];
}

/** Returns whether no two points have the same colour when solved. Then each state is an element of the group. */
export function areAllDifferent({ colours, points }: ColouredPuzzle): boolean {
  return colours.length === points;
}

/** A permutation puzzle. */
export interface PuzzleDefinition {
  readonly name: string;
  /** Name of what counts as one move, if it needs one. */
  readonly metric?: string | undefined;
  /** Permutations of the same points, with the names of the moves: 1 to 1000, all names different. */
  readonly generators: readonly Generator[];
  /** Pieces on the points: sets cover all points. @default one set of all points, with a piece of its own on each */
  readonly sets?: readonly PieceSet[] | undefined;
  /** Texts of states. @default the pieces of each set in the order of their places */
  readonly text?: ColouringText | undefined;
  /** Heuristics by their names, see NumberedStates. */
  readonly heuristics?: Readonly<Record<string, (colouring: Uint8Array) => number>> | undefined;
}

/** Texts of colourings. */
export interface ColouringText {
  format(colouring: Uint8Array): string;
  /** Returns the colouring of a text. @throws InputError with the expected form */
  parse(text: string): Uint8Array;
}

/** A permutation of the points 0..n-1, n from 1 to 255: the piece on point i moves to point images[i]. */
export interface Generator {
  /** Name of the move: 1 to 40 characters, no spaces or control characters. */
  readonly name: string;
  /** [point]: its image. Each point occurs once. */
  readonly images: readonly number[];
}

/** Pieces that change places only with each other. Sets take the points 0, 1, 2 ... in their order. */
export interface PieceSet {
  /** 1 to 100 characters, no control characters. */
  readonly name: string;
  /** Number of places of the set, each with a piece: 1 to 255. */
  readonly pieces: number;
  /**
   * Number of turns that return a piece to its first orientation, 1 if pieces do not turn. A place takes this many consecutive points. The
   * first is the reference. A piece turned by one has its point j on the place's point j + 1.
   */
  readonly turns: number;
  /** Piece on each place of the solved puzzle, from 1; equal numbers are identical pieces. @default 1, 2, 3 ... */
  readonly solved?: readonly number[];
  /** Turns of the piece on each place of the solved puzzle; null if turning it does not show. @default 0 for each */
  readonly orientations?: readonly (number | null)[];
}

/** Two renamings of colours, the second one finer, that number the states of a permutation puzzle: see number-states.ts. */
export interface Projections {
  /** Frames of blocks and words: `ordered` keeps the order of points with the same label, `exact` is a product of moves. */
  readonly frames: 'ordered' | 'exact';
  /** Label of each colour, from 0: states with the same labels on all points are a block. */
  readonly block: readonly number[];
  /** Label of each colour: states of a block with the same labels are a word. null if the states of a block are numbered directly. */
  readonly word: readonly number[] | null;
  /** Number of states. A numbering of this many states is complete. @default counted, which takes longer */
  readonly states?: number | undefined;
}

/**
 * Returns a puzzle as points and colours. Kinds are numbered in the order of their first pieces. So are colours, with those of a kind
 * in the order of their facets.
 *
 * Example: two pieces have three turns each, and the second one is turned by one when solved. Their colours are `0 1 2 5 3 4`.
 */
export function colouredPuzzle({ generators, sets }: Pick<PuzzleDefinition, 'generators' | 'sets'>): ColouredPuzzle {
  const points = generators[0].images.length;
  const solved = new Uint8Array(points);
  const colours: Colour[] = [];
  let kinds = 0;
  let point = 0;
  for (const [set, pieceSet] of (sets ?? [onePieceEach(points)]).entries()) {
    const { turns } = pieceSet;
    const places = Array.from({ length: pieceSet.pieces }, (_, place) => {
      const orientation = pieceSet.orientations ? pieceSet.orientations[place] : 0;
      return { orientation, piece: `${pieceSet.solved?.[place] ?? place + 1} ${orientation === null}` };
    });
    const firstColours = new Map<string, number>();
    for (const { orientation, piece } of places) {
      const facets = orientation === null ? 1 : turns;
      let first = firstColours.get(piece);
      if (first === undefined) {
        first = colours.length;
        firstColours.set(piece, first);
        const pieces = places.filter((place) => place.piece === piece).length;
        for (let facet = 0; facet < facets; facet++) colours.push({ set, kind: kinds, facet, turns: facets, pieces });
        kinds++;
      }
      for (let facet = 0; facet < turns; facet++) {
        solved[point + ((facet + (orientation ?? 0)) % turns)] = first + (facet % facets);
      }
      point += turns;
    }
  }
  return { points, moves: generators.map(({ images }) => Uint8Array.from(images)), solved, colours };
}

/** Returns the set of pieces with a piece of its own on each point. */
export function onePieceEach(points: number): PieceSet {
  return { name: 'pieces', pieces: points, turns: 1 };
}

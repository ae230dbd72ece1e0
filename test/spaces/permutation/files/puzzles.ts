/** One puzzle in several formats. */

/** Four corners in a ring, which turn: F rotates the ring, and T exchanges two corners and twists them. */
export const RING_TWS = `# Four corners in a ring
Name Ring
Set CORNERS 4 3
Solved
CORNERS
1 2 3 4
0 0 0 0
End

Move F
CORNERS
2 3 4 1
1 2 1 2
End

Move T
CORNERS
2 1 3 4
1 2 0 0
End
`;

/** The same puzzle: after F, place 1 has the corner of place 2, and the turns at places are 2, 1, 2, 1. */
export const RING_KPUZZLE = JSON.stringify({
  name: 'Ring',
  orbits: [{ orbitName: 'CORNERS', numPieces: 4, numOrientations: 3 }],
  defaultPattern: { CORNERS: { pieces: [0, 1, 2, 3], orientation: [0, 0, 0, 0] } },
  moves: {
    F: { CORNERS: { permutation: [1, 2, 3, 0], orientationDelta: [2, 1, 2, 1] } },
    T: { CORNERS: { permutation: [1, 0, 2, 3], orientationDelta: [2, 1, 0, 0] } },
  },
});

/** The same puzzle: corner i is the points 3i + 1, 3i + 2 and 3i + 3. */
export const RING_GAP = `F := (1,11,7,5)(2,12,8,6)(3,10,9,4);
T := (1,5)(2,6)(3,4);
Ring := Group(F, T);
`;

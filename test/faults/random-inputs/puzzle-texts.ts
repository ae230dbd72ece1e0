/** Valid files of puzzles. */

export const GENERATOR_TEXTS = [
  '{"name":"two-rings","points":5,"inverses":true,"generators":[{"name":"a","permutation":"(1 2 3)"},{"name":"b","permutation":[1,2,4,5,3]}]}',
  '{"name":"s4","generators":[{"name":"a","permutation":"2 1 3 4"},{"name":"b","permutation":"(1 2 3 4)"}]}',
  '{"generators":[[1,2,0],[1,0,2]]}',
  '{"generators":["(1 2 3)(4 5)",[[1,2]]],"inverses":false}',
];

export const KSOLVE_TEXTS = [
  'Name Ring\nSet A 4 3\nSolved\nA\n1 2 3 4\n0 0 0 0\nEnd\nMove F\nA\n2 3 4 1\n1 2 1 2\nEnd\nMove T\nA\n2 1 3 4\n1 2 0 0\nEnd\n',
  '# two sets\nSet A 3 2\nSet B 2 1\n\nSolved\nA\n1 7 7\n1 ? ?\nB\n? ?\nEnd\nMove U\nA\n3 1 2\nB\n2 1\nEnd\nMove Rv\nB\n2 1\nEnd\n',
  "Name S\nSet A 5 1\nStartState\nEnd\nMoveTransformation U\nA\n1 2 3 4 0\nEnd\nMoveAlias V U\nMoveSequence W U2 V' U\nMoveSequence X W3,V\n",
];

export const KPUZZLE_TEXTS = [
  '{"name":"pair","orbits":[{"orbitName":"A","numPieces":2,"numOrientations":4}],"defaultPattern":{"A":{"pieces":[0,1],"orientation":[0,0]}},"moves":{"U":{"A":{"permutation":[1,0],"orientationDelta":[1,0]}}}}',
  '{"orbits":[{"orbitName":"A","numPieces":3,"numOrientations":4},{"orbitName":"B","numPieces":2,"numOrientations":1}],"defaultPattern":{"A":{"pieces":[0,1,1],"orientation":[0,1,0],"orientationMod":[0,1,1]},"B":{"pieces":[0,0]}},"moves":{"U":{"A":{"permutation":[1,2,0],"orientationDelta":[1,0,3]}},"R":{"B":{"permutation":[1,0]}},"x":{}},"derivedMoves":{"D":"[x: U]","F":"[U, R2] (U R)3\' // all","Dv":"x\'"}}',
];

export const GAP_TEXTS = [
  'Group((1,2,3)(4,5),(1,2))',
  '# M11\na := (1,2,3,4,5,6,7,8,9,10,11);\nM11 := Group(a, (3,7,11,8)(4,10,5,6));\n',
  'gens := [ (1,2)(3,4), (), (2,3,4) ];; Group(gens, ());',
  '(1,2,3);\n(3,4,\\\n5);\n',
];

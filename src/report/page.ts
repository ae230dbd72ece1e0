/** The report: a page in one file, that needs no network and runs no script. */

import type { Analysis } from '../analysis/analyse.js';
import { formatBoard } from '../board/board.js';
import { formatPosition, type Position } from '../board/position.js';
import { grouped } from '../text/numbers.js';
import { antipodesSection } from './antipodes-section.js';
import { boardDrawing } from './board-drawing.js';
import { branchingSection } from './branching-section.js';
import { distributionSection } from './distribution-section.js';
import { heuristicsSection } from './heuristics-section.js';
import { keyFigures } from './key-figures.js';
import { Markup, markup } from './markup.js';
import { PAGE_STYLE } from './page-style.js';
import { type Provenance, provenanceSection } from './provenance-section.js';

/** Nothing may be loaded from anywhere, nor sent. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * @param antipodes the first of them, in the order of the numbering; at most MOST_DRAWN are drawn
 * @returns a whole HTML file
 */
export function reportPage(analysis: Analysis, antipodes: readonly Position[], provenance: Provenance): string {
  const { board, goal, states, maxDepth, space } = analysis;
  const name = formatBoard(board);
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="antipode ${provenance.version}">
<title>${space}: distances of the sliding-tile puzzle</title>
<link rel="icon" href="data:,">
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header>
<div>
<h1>The ${name} sliding-tile puzzle</h1>
<p>Every position that can be reached, by its distance from the goal: ${grouped(states)} of them, the furthest ${String(maxDepth)} ${maxDepth === 1 ? 'move' : 'moves'} away.</p>
</div>
${boardDrawing(board, goal, `goal ${formatPosition(goal)}`)}
</header>
<main>
${keyFigures(analysis)}
${distributionSection(analysis)}
${antipodesSection(analysis, antipodes)}
${branchingSection(analysis)}
${heuristicsSection(analysis)}
${provenanceSection(analysis, provenance)}
</main>
</body>
</html>
`.text;
}

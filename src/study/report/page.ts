/** The report: a page in one file, that needs no network and runs no script. */

import { grouped } from '../../base/text/numbers.js';
import { formatBoard } from '../../spaces/board/board.js';
import { formatPosition, type Position } from '../../spaces/board/position.js';
import type { Analysis } from '../analysis/analyse.js';
import type { SpaceAnalysis } from '../analysis/analyse-space.js';
import { boardDrawing } from './charts/board-drawing.js';
import { Markup, markup } from './charts/markup.js';
import { PAGE_STYLE } from './page-style.js';
import { antipodesSection, antipodeTextsSection } from './sections/antipodes-section.js';
import { branchingSection } from './sections/branching-section.js';
import { distributionSection } from './sections/distribution-section.js';
import { heuristicsSection } from './sections/heuristics-section.js';
import { keyFigures } from './sections/key-figures.js';
import { type Provenance, provenanceSection, spaceProvenanceSection } from './sections/provenance-section.js';
import { BOARD, spaceSubject } from './subject.js';

/** Nothing may be loaded from anywhere, nor sent. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * The report on a board.
 * @param antipodes the first of them, in the order of the numbering; at most MOST_DRAWN are drawn
 * @returns a whole HTML file
 */
export function reportPage(analysis: Analysis, antipodes: readonly Position[], provenance: Provenance): string {
  const { board, goal, states, maxDepth, space } = analysis;
  return page({
    version: provenance.version,
    title: `${space}: distances of the sliding-tile puzzle`,
    heading: `The ${formatBoard(board)} sliding-tile puzzle`,
    lead: `Every position that can be reached, by its distance from the goal: ${furthestText(states, maxDepth)}`,
    drawing: boardDrawing(board, goal, `goal ${formatPosition(goal)}`),
    sections: [
      keyFigures(analysis, BOARD),
      distributionSection(analysis, BOARD),
      antipodesSection(analysis, antipodes),
      branchingSection(analysis, BOARD),
      heuristicsSection(analysis),
      provenanceSection(analysis, provenance),
    ],
  });
}

/**
 * The report on a space of any kind.
 * @param antipodes texts of the first of them, in the order of the states' numbers; at most MOST_DRAWN are shown
 * @returns a whole HTML file
 */
export function spaceReportPage(analysis: SpaceAnalysis, antipodes: readonly string[], provenance: Provenance): string {
  const { space, starts, states, maxDepth } = analysis;
  const subject = spaceSubject(starts.length);
  return page({
    version: provenance.version,
    title: `${space}: distances of the state space`,
    heading: `The state space ${space}`,
    lead: `Every state that can be reached, by its ${subject.distance}: ${furthestText(states, maxDepth)}`,
    drawing: null,
    sections: [
      keyFigures(analysis, subject),
      distributionSection(analysis, subject),
      antipodeTextsSection(analysis, subject, antipodes),
      branchingSection(analysis, subject),
      spaceProvenanceSection(analysis, provenance),
    ],
  });
}

function furthestText(states: number, maxDepth: number): string {
  return `${grouped(states)} of them, the furthest ${maxDepth} ${maxDepth === 1 ? 'move' : 'moves'} away.`;
}

interface Page {
  /** Of the program. */
  readonly version: string;
  readonly title: string;
  readonly heading: string;
  readonly lead: string;
  readonly drawing: Markup | null;
  readonly sections: readonly Markup[];
}

function page({ version, title, heading, lead, drawing, sections }: Page): string {
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="antipode ${version}">
<title>${title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header>
<div>
<h1>${heading}</h1>
<p>${lead}</p>
</div>
${drawing}
</header>
<main>
${sections.map((section) => markup`${section}\n`)}</main>
</body>
</html>
`.text;
}

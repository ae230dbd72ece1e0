/** The report: a page in one file that needs no network and runs no scripts. */

import { grouped } from '../../base/text/numbers.js';
import type { Analysis } from '../analysis/analyse.js';
import { Markup, markup } from './charts/markup.js';
import { PAGE_STYLE } from './page-style.js';
import { antipodesSection } from './sections/antipodes-section.js';
import { branchingSection } from './sections/branching-section.js';
import { distributionSection } from './sections/distribution-section.js';
import { heuristicsSection } from './sections/heuristics-section.js';
import { keyFigures } from './sections/key-figures.js';
import { provenanceSection, type ReportProvenance } from './sections/provenance-section.js';
import { subjectOf } from './sections/subject.js';

/** Content security policy: nothing can be loaded or sent. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * Returns the report on a space as a whole HTML file.
 * @param antipodes texts of the first antipodes, in the order of the states' numbers; at most MOST_SHOWN are shown
 */
export function reportPage(analysis: Analysis, antipodes: readonly string[], provenance: ReportProvenance): string {
  const { states, maxDepth } = analysis;
  const subject = subjectOf(analysis);
  const furthest = `at most ${maxDepth} ${maxDepth === 1 ? 'move' : 'moves'} away.`;
  const lead = `All reachable ${subject.states} by their ${subject.distance}: ${grouped(states)} ${states === 1 ? subject.state : subject.states}, ${furthest}`;
  const sections = [
    keyFigures(analysis, subject),
    distributionSection(analysis, subject),
    antipodesSection(analysis, subject, antipodes),
    branchingSection(analysis, subject),
    ...(analysis.board === null && analysis.heuristics.length === 0 ? [] : [heuristicsSection(analysis, subject)]),
    provenanceSection(analysis, subject, provenance),
  ];
  return markup`<!DOCTYPE html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="${new Markup(POLICY)}">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="generator" content="antipode ${provenance.version}">
<title>${subject.title}</title>
<link rel="icon" href="data:,">
<style>${new Markup(PAGE_STYLE)}</style>
</head>
<body>
<header>
<div>
<h1>${subject.heading}</h1>
<p>${lead}</p>
</div>
${subject.drawing}
</header>
<main>
${sections.map((section) => markup`${section}\n`)}</main>
</body>
</html>
`.text;
}

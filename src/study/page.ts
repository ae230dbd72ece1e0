/** The report: a page in one file that needs no network and runs no scripts. */

import type { DistributionStatistics } from '../base/statistics.js';
import { countOf, countText, grouped, meanText, secondsText, shareText } from '../base/text.js';
import type { Analysis, DistanceAnalysis } from './analysis.js';
import { branchingSection } from './branching.js';
import { distributionSection } from './distribution.js';
import { heuristicsSection } from './heuristics.js';
import { Markup, markup, section } from './markup.js';
import { type Fact, type StateWords, type Subject, subjectOf } from './subject.js';

/** The origin of a result, as plain data. */
export interface Provenance {
  /** Version of the program. */
  readonly version: string;
  /** The command in shell syntax. */
  readonly command: string;
  /** Time of the result: ISO 8601, UTC. */
  readonly date: string;
  /** Version of Node, such as v22.21.0. */
  readonly node: string;
  /** Model and number of the machine's processors. */
  readonly processor: { readonly model: string; readonly count: number };
  /** Number of threads used; null for a table that was refused before any thread started. */
  readonly threads: number | null;
}

/** Content security policy: nothing can be loaded or sent. */
const POLICY = "default-src 'none'; style-src 'unsafe-inline'; img-src data:; base-uri 'none'; form-action 'none'";

/**
 * Returns the report on a space as a whole HTML file.
 * @param antipodes texts of the first antipodes, in the order of the states' numbers; at most MOST_SHOWN are shown
 */
export function reportPage(analysis: Analysis, antipodes: readonly string[], provenance: ReportProvenance): string {
  const { states, maxDepth } = analysis;
  const subject = subjectOf(analysis);
  const lead = `All reachable ${subject.states} by their ${subject.distance}: ${countOf(states, subject.state)}, at most ${countOf(maxDepth, 'move')} away.`;
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

/** A figure with its name, value and meaning. */
type KeyFigure = readonly [name: string, value: string, meaning: string];

function keyFigures(analysis: DistanceAnalysis, words: StateWords): Markup {
  const facts = keyFacts(analysis, words).map(
    ([name, value, meaning]) =>
      markup`<div><dt>${name}</dt><dd><strong>${value}</strong> <small>${meaning}</small></dd></div>
`,
  );
  const { quantiles } = analysis;
  return section(
    'figures',
    'Key figures',
    markup`<dl class="facts">
${facts}</dl>
<h3 id="quantiles">Quantiles</h3>
<p>The smallest distance that this share of all ${words.states} does not exceed.</p>
<div class="scroll" role="region" aria-labelledby="quantiles" tabindex="0"><table>
<tr><th scope="row">share</th>${quantiles.map(({ share }) => markup`<td>${Math.round(share * 100)}\u202f%</td>`)}</tr>
<tr><th scope="row">distance</th>${quantiles.map(({ depth }) => markup`<td>${depth}</td>`)}</tr>
</table></div>`,
  );
}

function keyFacts(analysis: DistanceAnalysis, { state, states, origin, origins }: StateWords): KeyFigure[] {
  const { notReached, maxDepth, antipodeCount, localMaxima, shortestSolutions, positionMean } = analysis;
  const facts: (KeyFigure | false)[] = [
    ['States', grouped(analysis.states), `${states} that moves reach, including ${origins}`],
    notReached > 0 && ['Not reached', grouped(notReached), `${states} that no moves reach`],
    ['Maximum distance', String(maxDepth), `from ${origin}`],
    ['Antipodes', grouped(antipodeCount), `${antipodeCount === 1 ? state : states} at that distance`],
    ['Mean distance', analysis.mean.toFixed(4), 'over all states'],
    positionMean !== undefined && [
      'Mean of positions',
      positionMean.toFixed(4),
      'over all positions of the board; a state stands for one position for each cell of its blank',
    ],
    ['Median', String(analysis.median), 'at least half of the states are at most this far away'],
    ['Mode', String(analysis.mode), 'no distance has more states'],
    ['Standard deviation', analysis.standardDeviation.toFixed(4), 'of the distance'],
    ['Mean degree', analysis.meanDegree.toFixed(4), 'moves that a state allows'],
    [
      'Local maxima',
      grouped(localMaxima),
      `states that no move takes further from ${origin}: ${shareText(localMaxima / analysis.states)}`,
    ],
    shortestSolutions !== null && [
      'Shortest solutions',
      meanText(shortestSolutions.mean, 2),
      `of a state on average, ${countText(shortestSolutions.maximum)} at most`,
    ],
  ];
  return facts.filter((fact) => fact !== false);
}

/** Maximum number of antipodes shown. */
export const MOST_SHOWN = 20;

/** @param antipodes texts of the first antipodes, in the order of the states' numbers */
function antipodesSection(
  { maxDepth, antipodeCount }: DistributionStatistics,
  subject: Subject,
  antipodes: readonly string[],
): Markup {
  const shown = antipodes.slice(0, MOST_SHOWN);
  const which =
    shown.length === antipodeCount
      ? ''
      : ` Here are the first ${shown.length} of ${grouped(antipodeCount)}, in the order of their numbers.`;
  const sentence = `${countOf(antipodeCount, subject.state)} at distance ${maxDepth}, the greatest.${which}`;
  return section('antipodes', 'Antipodes', markup`<p>${sentence}</p>`, subject.list(shown));
}

/** The provenance of a report, and the path of its table. */
type ReportProvenance = Provenance & { readonly table: string };

function provenanceSection(
  { threads, seconds }: { readonly threads: number; readonly seconds: number },
  subject: Subject,
  { command, version, date, node, processor, table }: ReportProvenance,
): Markup {
  const facts: readonly Fact[] = [
    ['Command', markup`<code>${command}</code>`],
    ['Program', markup`antipode ${version}`],
    ['Node', markup`${node}`],
    ['Date', markup`<time datetime="${date}">${date.slice(0, 16).replace('T', ' ')} UTC</time>`],
    ['Processor', markup`${processor.count} × ${processor.model}`],
    ...subject.facts,
    ['Table', markup`<code>${table}</code>`],
    ['Threads', markup`${threads}`],
    ['Time', markup`${secondsText(seconds)} for the analysis`],
    ['Distances', subject.distances],
  ];
  const listed = facts.map(([name, value]) => markup`<dt>${name}</dt><dd>${value}</dd>\n`);
  return section('provenance', 'How this was made', markup`<dl class="provenance">\n${listed}</dl>`);
}

/**
 * Style of the page. The colours are those of Okabe and Ito, which colour-blind readers can distinguish, darkened on white and
 * lightened on black until text has a contrast of 4.5 to 1.
 */
const PAGE_STYLE = `
:root {
  color-scheme: light dark;
  --paper: #fff; --card: #f5f6f8; --ink: #1c2024; --faint: #5b6470; --rule: #dfe3e8;
  --bar: #0072b2; --solid: #0067a3; --dashed: #b34700; --dotted: #00735c; --plain: #5b6470;
}
@media screen and (prefers-color-scheme: dark) {
  :root {
    --paper: #14171a; --card: #1e2328; --ink: #e8eaed; --faint: #a3adb8; --rule: #363d45;
    --bar: #56b4e9; --solid: #56b4e9; --dashed: #f0a35e; --dotted: #35c9a5; --plain: #a3adb8;
  }
}
* { box-sizing: border-box; }
body {
  max-width: 78rem; margin: 0 auto; padding: 1.5rem 1rem 3rem;
  background: var(--paper); color: var(--ink);
  font: 1rem/1.5 system-ui, -apple-system, "Segoe UI", Roboto, "Helvetica Neue", Arial, sans-serif;
}
header { display: flex; flex-wrap: wrap; gap: 1rem 3rem; align-items: center; justify-content: space-between; }
header div { flex: 1 1 20rem; max-width: 44rem; }
h1 { margin: 0 0 .5rem; font-size: 1.8rem; line-height: 1.2; }
h2 { margin: 2.5rem 0 .75rem; font-size: 1.3rem; line-height: 1.3; }
h3 { margin: 1.5rem 0 .25rem; font-size: 1rem; }
p { margin: 0 0 .75rem; max-width: 46rem; text-wrap: pretty; }
figure { container-type: inline-size; min-width: 0; margin: 0 0 1rem; padding: .75rem; background: var(--card); border-radius: .5rem; }
figure p, figcaption { color: var(--faint); font-size: .9rem; margin-bottom: .5rem; }
figcaption strong { color: var(--ink); }
.figures { display: grid; grid-template-columns: repeat(auto-fit, minmax(min(100%, 22rem), 1fr)); gap: 1rem; }
.figures.pairs { grid-template-columns: repeat(auto-fit, minmax(min(100%, max(22rem, 34%)), 1fr)); }
.figures figure { margin: 0; display: flex; flex-direction: column; justify-content: space-between; }
.chart { display: none; width: 100%; height: auto; overflow: visible; }
.chart.narrow { display: block; }
@container (min-width: 33rem) { .chart.narrow { display: none; } .chart.wide { display: block; } }
@container (min-width: 56rem) { .whole .chart.wide { display: none; } .chart.full { display: block; } }
svg text { font-family: inherit; fill: var(--ink); font-variant-numeric: tabular-nums; }
.chart .labels text { fill: var(--faint); }
.bars { fill: var(--bar); }
.bars rect:hover, .line circle:hover { fill: var(--ink); }
.grid { stroke: var(--rule); }
.axis { stroke: var(--faint); }
.across { stroke: var(--faint); stroke-dasharray: 2 2; }
.line path { fill: none; stroke-width: 1.5; }
.solid { --line: var(--solid); } .dashed { --line: var(--dashed); } .dotted { --line: var(--dotted); } .plain { --line: var(--plain); }
.line path { stroke: var(--line); } .line circle { fill: var(--line); }
.plain path { stroke-width: 1; } .plain circle { fill: transparent; }
.dashed path { stroke-dasharray: 6 3; } .dotted path { stroke-dasharray: 2 3; }
svg text.name { fill: var(--line); }
.board { max-width: 100%; height: auto; }
.board .frame { fill: none; stroke: var(--faint); stroke-width: 1.5; }
.board rect { fill: var(--card); stroke: var(--faint); }
.board .missing { fill: var(--faint); }
.boards { display: flex; flex-wrap: wrap; gap: 1.25rem; margin: 0; padding: 0; list-style: none; }
.boards li { display: flex; flex-direction: column; gap: .35rem; max-width: 100%; }
.texts { margin: 0; padding-left: 2.25rem; columns: 16rem; column-gap: 3.5rem; }
.boards code { overflow-wrap: normal; font-size: .75rem; line-height: 1.3; color: var(--faint); }
code { font-family: ui-monospace, "Cascadia Mono", Menlo, Consolas, monospace; font-size: .9em; overflow-wrap: anywhere; unicode-bidi: isolate; }
.facts { display: grid; grid-template-columns: repeat(auto-fill, minmax(max(13rem, 18%), 1fr)); gap: .75rem; margin: 0; }
.facts div { padding: .6rem .8rem; background: var(--card); border-radius: .5rem; }
.facts dt { color: var(--faint); font-size: .9rem; }
.facts dd { margin: 0; line-height: 1.35; }
.facts strong { display: block; font-size: 1.35rem; font-weight: 600; font-variant-numeric: tabular-nums; }
.facts small { color: var(--faint); font-size: .8rem; }
@media (max-width: 30rem) {
  .facts { grid-template-columns: 1fr; gap: .5rem; }
  .facts div { display: flex; flex-wrap: wrap; justify-content: space-between; align-items: baseline; gap: 0 1rem; padding: .45rem .75rem; }
  .facts dd { display: contents; }
  .facts strong { font-size: 1.1rem; }
  .facts small { flex-basis: 100%; }
}
.provenance { display: grid; grid-template-columns: max-content minmax(0, 1fr); gap: .35rem 1.25rem; margin: 0; max-width: 52rem; }
.provenance dt { color: var(--faint); } .provenance dd { margin: 0; }
details { margin: .75rem 0; }
summary { cursor: pointer; color: var(--solid); width: max-content; max-width: 100%; }
.scroll { overflow-x: auto; max-width: 100%; }
table { border-collapse: collapse; font-size: .85rem; font-variant-numeric: tabular-nums; margin-top: .5rem; }
th, td { padding: .15rem .9rem .15rem 0; text-align: right; white-space: nowrap; border-bottom: 1px solid var(--rule); font-weight: 400; }
thead th, th[scope=row] { color: var(--faint); }
@media print {
  @page { margin: 15mm; }
  body { max-width: none; padding: 0; font-size: 10pt; }
  figure, .facts div { border: 1px solid var(--rule); background: none; }
  figure, li, .facts div, .provenance dd { break-inside: avoid; }
  h2, h3 { break-after: avoid; }
  .figures, .figures.pairs { grid-template-columns: 1fr 1fr; }
  details { display: none; }
}
`;

/** The whole page and its title: the choice of the space, the facts about all its states, and the texts for screen readers. */

import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { grouped } from '../base/text.js';
import type { SpaceAnswer } from '../serve/answers.js';
import { DistributionPanel, Samples } from './charts/distribution.js';
import { POSITION_ID } from './explorer/browser.js';
import { Explorer, type PanelProps, useView } from './explorer/explorer.js';
import { settled, type View } from './explorer/view.js';
import { capitalised, moveRule, titleInChoice, titlesInMenu, wordsFor } from './explorer/words.js';
import { hintText } from './play/distance-line.js';
import { usePlayKeys } from './play/play-keys.js';
import { PositionPanel } from './play/position-panel.js';
import { SolutionPlayer } from './play/solution-player.js';
import { AntipodesGallery } from './play/state-choices.js';
import { EstimatesPanel } from './searches/estimates-panel.js';
import { SearchComparison } from './searches/search-comparison.js';

function Page({ explorer }: { readonly explorer: Explorer }) {
  const view = useView(explorer);
  // Here, because what belongs to a space is attached only after its board is drawn, and keys pressed until then would be lost.
  usePlayKeys(explorer);
  const { space, lost, problem } = view;
  const title = titleOf(view);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const panel = space === null ? null : { explorer, view, space };
  return (
    <>
      <header>
        <h1>antipode</h1>
        {panel && <SpaceChoice {...panel} />}
      </header>
      {panel && <Facts {...panel} />}
      <main>
        {lost && (
          <p class="notice">
            <span>
              The server is not responding. Check that <code>antipode serve</code> is still running. This page
              reconnects automatically.
            </span>
          </p>
        )}
        {problem !== null && (
          <p class="notice">
            <span>{problem}</span>
            <button
              type="button"
              onClick={() => {
                explorer.change({ problem: null });
                document.getElementById(POSITION_ID)?.focus();
              }}
            >
              Close
            </button>
          </p>
        )}
        {panel && (
          <div class="first" key={panel.space.id}>
            <PositionPanel {...panel} />
            <SolutionPlayer {...panel} />
            {panel.space.maxDepth !== null ? (
              <DistributionPanel {...panel} />
            ) : (
              <section class="card undistributed">
                <h2>Distribution</h2>
                <p class="note">The distribution of {panel.space.name} is unknown.</p>
              </section>
            )}
          </div>
        )}
        {panel && (
          <div class="more" key={panel.space.id}>
            <Samples {...panel} />
            <SearchComparison {...panel} />
            <EstimatesPanel {...panel} />
            <div class="column">
              {panel.space.hasTable && <AntipodesGallery {...panel} />}
              <Help space={panel.space} />
            </div>
          </div>
        )}
      </main>
      <LiveRegion view={view} />
    </>
  );
}

function titleOf(view: View): string {
  const { space, distance } = view;
  if (space === null) return 'antipode';
  const where = distance === null ? 'out of reach' : distance === undefined ? null : `distance ${distance}`;
  return [titleInChoice(space), where, 'antipode'].filter((part) => part !== null).join(' · ');
}

/** The choice of the space. */
function SpaceChoice({ explorer, view, space }: PanelProps) {
  const choices = (view.spaces ?? []).map((other) => ({ id: other.id, titles: titlesInMenu(other) }));
  return (
    <label class="space-choice">
      <span class="unseen">Space</span>
      <select value={space.id} onChange={(event) => explorer.chooseSpace(event.currentTarget.value)}>
        {choices.map(({ id, titles }) => (
          <option key={id} value={id}>
            {titles.find((title, at) => choices.every((other) => other.id === id || other.titles[at] !== title))}
          </option>
        ))}
      </select>
    </label>
  );
}

/* Facts about all states of a space. */

/** Maximum count written in full; larger counts are written with a power of ten. */
const MOST_WRITTEN_OUT = 999_999_999_999_999;

function Facts({ view, space }: PanelProps) {
  const { distribution } = view;
  const unknown = space.maxDepth === null ? 'unknown' : ' ';
  const facts = [
    [wordsFor(space).states, statesText(space.states)],
    ['maximum depth', space.maxDepth === null ? 'unknown' : grouped(space.maxDepth)],
    ['antipodes', distribution === null ? unknown : grouped(distribution.histogram.at(-1) ?? 0)],
    ['mean distance', distribution === null ? unknown : distribution.mean.toFixed(2)],
  ];
  return (
    <aside class="facts" aria-label={`All ${wordsFor(space).states}`}>
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </aside>
  );
}

/** Returns a number such as 181,440, or 7.76 × 10^24 with the exponent as a superscript. */
function statesText(states: number) {
  if (states <= MOST_WRITTEN_OUT) return grouped(states);
  const [digits, exponent] = states.toExponential(2).split('e+');
  return (
    <>
      {digits} × 10<sup>{exponent}</sup>
    </>
  );
}

/*
 * The texts for screen readers: problems, and the distance once no more moves are made. They share one live region, so that none
 * interrupts another. It is silent while the solution plays. Each text is a new element: the same text in the same element would be no
 * change, and would not be read out.
 */

/** Milliseconds after the last move until its distance is read out. */
const REST = 350;

function LiveRegion({ view }: { readonly view: View }) {
  const [{ text, count }, setNews] = useState({ text: '', count: 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const rests = !view.playing && settled(view) !== null;
  const now = rests ? textOf(view) : null;
  const readOut = (news: string) => setNews((before) => ({ text: news, count: before.count + 1 }));
  /** Reads out a text as soon as its source changes, and drops the older one that is still waiting. */
  const useNews = (news: string | undefined | null, source: unknown = news) =>
    useEffect(() => {
      if (news == null) return;
      clearTimeout(resting.current);
      readOut(news);
    }, [source]);
  useEffect(() => {
    if (now === null) return;
    const timer = setTimeout(() => readOut(now), REST);
    resting.current = timer;
    return () => clearTimeout(timer);
  }, [now]);
  useNews(view.said?.text, view.said);
  useNews(view.problem);
  useNews(view.lost ? 'The server is not responding.' : null);
  return (
    <p class="unseen" role="status" aria-live="polite">
      <span key={count}>{text}</span>
    </p>
  );
}

function textOf(view: View): string | null {
  const { space, distance, play } = view;
  if (space === null || distance === undefined) return null;
  if (distance === null) return `${space.directed ? 'Out of reach' : 'Unsolvable'}. ${wordsFor(space).unreachable}.`;
  const isNew = play.made.length === 0 && play.undone.length === 0;
  return `${isNew ? `New ${wordsFor(space).state}. ` : ''}Distance ${distance}. ${hintText(view, space)}`;
}

const explorer = new Explorer();
explorer.start();
render(<Page explorer={explorer} />, document.querySelector('#page') as HTMLElement);

/* Brief help: the rule of the space, the keys and the terms. */

function Help({ space }: { readonly space: SpaceAnswer }) {
  const entries = Object.entries({ ...(space.board === null ? {} : OF_BOARDS), ...helpFor(space) });
  return (
    <section class="card" aria-labelledby="help-title">
      <h2 id="help-title">Help</h2>
      <p class="rule">
        {moveRule(space)} {space.goals === 1 ? capitalised(wordsFor(space).origin) : 'The first goal'} is{' '}
        <code>{space.goal}</code>.
      </p>
      <details>
        <summary>Keys and terms</summary>
        <dl class="help">
          {entries.map(([name, text]) => [<dt key={name}>{name}</dt>, <dd key={`${name} text`}>{text}</dd>])}
        </dl>
      </details>
    </section>
  );
}

const OF_BOARDS = {
  'Arrow keys, or W A S D': 'slide a tile into the blank in that direction, while the board is in view.',
  'Tab, Enter': 'move to a tile that can slide, and slide it.',
  'Click, tap, drag, swipe': "slide a tile in the blank's row or column, together with the tiles between.",
  Edit: 'swaps tiles: drag one onto another, or move with the arrow keys, choose with Enter and cancel with Escape.',
  Tiles:
    'have the colour of their row or column in the goal. A tile in its goal cell lies flat, with a short line below its number.',
};

function helpFor(space: SpaceAnswer): Readonly<Record<string, string>> {
  const { state, states, away } = wordsFor(space);
  return {
    'Ctrl+Z, Shift+Ctrl+Z': 'undo and redo a move.',
    Hints: 'mark every best move: a move that begins a shortest solution. With hints off, Hint or H shows one of them.',
    Space: 'plays or pauses the shortest solution.',
    'In the chart':
      'arrow keys, Home and End move from bar to bar. Enter shows examples at that distance; Enter again or Escape closes them.',
    Distance: `the minimum number of moves ${away}. It is always exact.`,
    Antipodes: `the ${states} at maximum depth: no others are farther away.`,
    Link: `the address of this page always leads to the ${state} shown. Copy link also includes the solution and its step. Back returns to the ${state} that was set up before.`,
  };
}

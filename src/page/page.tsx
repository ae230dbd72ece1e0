/** The whole page and its title: the choice of the space, the facts about all its states, and the texts for screen readers. */

import { Trophy } from 'lucide';
import { render } from 'preact';
import { useEffect, useRef, useState } from 'preact/hooks';
import { countOf, grouped } from '../base/text.js';
import type { SpaceAnswer } from '../serve/answers.js';
import { ExplorationPanel } from './exploration.js';
import type { Send } from './explorer/api.js';
import { POSITION_ID } from './explorer/browser.js';
import { Explorer, type PanelProps } from './explorer/explorer.js';
import { statesText } from './explorer/exploring.js';
import { today } from './explorer/game.js';
import { isExact } from './explorer/known-solutions.js';
import { useView } from './explorer/use-answer.js';
import { gameOf, settled, type View, veiled } from './explorer/view.js';
import { moveRule, wordsFor } from './explorer/words.js';
import { LearnMenu, LessonCard } from './lessons/lesson-card.js';
import { lessonAt } from './lessons/lessons.js';
import { Card, IconButton, Numbers } from './play/controls.js';
import { hintText } from './play/distance-line.js';
import { GamePanel, StatisticsPanel } from './play/game-panel.js';
import { usePlayKeys } from './play/play-keys.js';
import { PositionPanel } from './play/position-panel.js';
import { SolutionPlayer } from './play/solution-player.js';
import { AntipodesGallery } from './play/state-choices.js';
import { CitationPanel } from './research/citation.js';
import { EstimatesPanel, HeuristicsPanel } from './research/heuristics.js';
import { DistributionPanel, Samples } from './searches/distribution.js';
import { SearchComparison } from './searches/search-comparison.js';
import { SpaceChoice } from './space-choice.js';
import { readableState } from './states/state-texts.js';

function Page({ explorer, options }: { readonly explorer: Explorer; readonly options: PageOptions }) {
  const view = veiled(useView(explorer));
  // Here, because what belongs to a space is attached only after its board is drawn, and keys pressed until then would be lost.
  usePlayKeys(explorer);
  const { space, spaces, exploring, lost, problem } = view;
  const game = gameOf(view);
  const title = titleOf(view);
  useEffect(() => {
    document.title = title;
  }, [title]);
  const panel = space === null || exploring !== null ? null : { explorer, view, space };
  return (
    <>
      <header>
        <h1>antipode</h1>
        {spaces !== null && (
          <>
            <SpaceChoice explorer={explorer} view={view} />
            <IconButton
              {...{ icon: Trophy, name: 'Challenge', 'aria-label': 'Challenge of the day' }}
              onPush={() => explorer.openChallenge(today())}
            />
          </>
        )}
        <LearnMenu explorer={explorer} view={view} />
      </header>
      {panel && <Facts {...panel} />}
      <main>
        {lost && (
          <p class="notice">
            <span>
              {options.what} is not responding. {options.advice} This page reconnects automatically.
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
        {exploring !== null && <ExplorationPanel explorer={explorer} exploring={exploring} />}
        {panel && (
          <div class="first" key={panel.space.id}>
            <LessonCard {...panel} />
            <PositionPanel {...panel} />
            {game !== null ? <GamePanel {...panel} game={game} /> : <SolutionPlayer {...panel} />}
            {panel.space.maxDepth !== null ? (
              <DistributionPanel {...panel} />
            ) : (
              <Card of="distribution" title="Distribution" class="undistributed">
                <p class="note">The distribution of {panel.space.title} is unknown.</p>
              </Card>
            )}
          </div>
        )}
        {panel && (
          <div class="more" key={panel.space.id}>
            <Samples {...panel} />
            <LessonCard {...panel} part="searches" />
            <SearchComparison {...panel} />
            <div class="column">
              {view.revealed && <EstimatesPanel {...panel} />}
              <HeuristicsPanel {...panel} />
            </div>
            <div class="column">
              <StatisticsPanel explorer={explorer} />
              {panel.space.hasTable && <AntipodesGallery {...panel} />}
              <CitationPanel {...panel} />
              <Help {...panel} version={options.version} />
            </div>
          </div>
        )}
      </main>
      <LiveRegion view={view} what={options.what} />
    </>
  );
}

function titleOf(view: View): string {
  const { space, exploring, distance, known } = view;
  if (exploring !== null) return `Exploring ${exploring.title} · antipode`;
  if (space === null) return 'antipode';
  const far = distance === undefined ? known && `${known.path.moves.length} moves` : `distance ${distance}`;
  return [space.title, distance === null ? 'out of reach' : far, 'antipode'].filter(Boolean).join(' · ');
}

/* Facts about all states of a space. */

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
      <Numbers of={facts} />
    </aside>
  );
}

/*
 * The texts for screen readers: problems, and the distance once no more moves are made. They share one live region, so that none
 * interrupts another. It is silent while the solution plays. Each text is a new element: the same text in the same element would be no
 * change, and would not be read out.
 */

/** Milliseconds after the last move until its distance is read out. */
const REST = 350;

function LiveRegion({ view, what }: { readonly view: View } & Pick<PageOptions, 'what'>) {
  const [{ text, count }, setNews] = useState({ text: '', count: 0 });
  const resting = useRef<ReturnType<typeof setTimeout>>(undefined);
  const { state, distance, known } = view;
  const rests =
    !view.playing &&
    view.exploring === null &&
    (settled(view) !== null || known !== null || distance === null || !(view.revealed || view.opening));
  const now = rests ? textOf(view) : null;
  // A better solution of the same state is read out only when the search has ended.
  const occasion = now !== null && distance === undefined && (view.computing === 'now' || !view.revealed) ? state : now;
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
  }, [occasion]);
  useNews(view.said?.text, view.said);
  useNews(view.problem);
  useNews(view.lost ? `${what} is not responding.` : null);
  return (
    <p class="unseen" role="status" aria-live="polite">
      <span key={count}>{text}</span>
    </p>
  );
}

function textOf(view: View): string | null {
  const { space, distance, known, play } = view;
  if (space === null) return null;
  const isNew = play.made.length === 0 && play.undone.length === 0;
  const beginning = isNew ? `New ${wordsFor(space).state}. ` : '';
  if (distance === undefined && known === null) return view.revealed ? null : beginning;
  if (distance === null) return `${space.directed ? 'Out of reach' : 'Unsolvable'}. ${wordsFor(space).unreachable}.`;
  const bounds = distance === undefined && known && `${known.path.moves.length} moves, at least ${known.bound}.`;
  return `${beginning}${bounds || `Distance ${distance}.`} ${hintText(view, space)}`;
}

interface PageOptions {
  /** What answers the requests, as the subject of a sentence. */
  readonly what: string;
  /** What to do if it does not respond. */
  readonly advice: string;
  /** Version of the program, for a page that has no server. */
  readonly version?: string | undefined;
}

const SERVED: PageOptions = { what: 'The server', advice: 'Check that antipode serve is still running.' };

/** Draws the page, and opens the place that the address names. @param send sends requests to the server */
export function startPage(send: Send, options = SERVED): void {
  const explorer = new Explorer(send, (lesson) => lessonAt(lesson)?.step);
  void explorer.start();
  render(<Page explorer={explorer} options={options} />, document.querySelector('#page') as HTMLElement);
}

/* Brief help: the rule of the space, the keys and the terms. */

function Help({ space, view, version = '' }: Pick<PanelProps, 'space' | 'view'> & Pick<PageOptions, 'version'>) {
  const { explores } = view;
  const entries = Object.entries({ ...(space.board === null ? {} : OF_BOARDS), ...helpFor(space) });
  return (
    <Card of="help" title="Help">
      <p class="rule">
        {moveRule(space)} {space.goals === 1 ? 'The' : 'The first'} {wordsFor(space).end} is{' '}
        <code>{readableState(space.goal, space.face)}</code>.
      </p>
      <details>
        <summary>Keys and terms</summary>
        <dl class="help">
          {entries.map(([name, text]) => [<dt key={name}>{name}</dt>, <dd key={`${name} text`}>{text}</dd>])}
        </dl>
      </details>
      {explores !== null && (
        <p class="note machine">
          antipode {version} explores in this page, with {countOf(explores.threads, 'thread')}.
        </p>
      )}
    </Card>
  );
}

const OF_BOARDS = {
  'Arrow keys, or W A S D': 'slide a tile into the blank in that direction, while the board is in view.',
  'Click, tap, drag, swipe': "slide a tile in the blank's row or column, together with the tiles between.",
  Tiles:
    'have the colour of their row or column in the goal. A tile in its goal cell lies flat, with a short line below its number.',
};

function helpFor(space: SpaceAnswer): Readonly<Record<string, string>> {
  const { state, states, away, path } = wordsFor(space);
  const best = isExact(space)
    ? 'mark every best move: a move that begins a shortest solution. With hints off, Hint or H shows one of them.'
    : 'mark the move that leads to the best known solution, with a dashed line until no solution can be shorter. With hints off, Hint or H shows it.';
  const distance = `the minimum number of moves ${away}.`;
  return {
    'Ctrl+Z, Ctrl+Y': 'undo and redo a move; so does Shift+Ctrl+Z.',
    ...(!space.directed && { Hints: best }),
    Space: `plays or pauses the ${isExact(space) ? 'shortest' : 'best known'} ${path}.`,
    'In the chart': `arrow keys, Home and End move from bar to bar.${space.hasTable ? ' Enter shows examples at that distance; Enter again or Escape closes them.' : ''}`,
    Distance: isExact(space)
      ? `${distance} It is always exact.`
      : `${distance} Until it is proved, the moves of the best known solution are shown, and how many are needed at least.`,
    Antipodes: `the ${states} at maximum depth: no others are farther away.`,
    Link: `the address of this page always leads to the ${state} shown. Copy link also includes the ${path} and its step. Back returns to the ${state} that was set up before.`,
  };
}

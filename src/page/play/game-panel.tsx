/**
 * A game that is over: what it took in a line to share, the distance after each of its moves, and its moves again. And the statistics of
 * one's own games, which only this browser keeps.
 */

import { Share2 } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { countOf, grouped } from '../../base/text.js';
import type { DistanceAnswer, SpaceAnswer } from '../../serve/answers.js';
import { apiPath } from '../explorer/api.js';
import { challengeLink, replayLink } from '../explorer/browser.js';
import type { Explorer, PanelProps } from '../explorer/explorer.js';
import {
  clearStatistics,
  clockText,
  countSolved,
  dateText,
  presentStreak,
  type SpaceGames,
  statistics,
} from '../explorer/game.js';
import { isExact, type KnownSolution, moveBetween } from '../explorer/known-solutions.js';
import type { View } from '../explorer/view.js';
import { capitalised, wordsFor } from '../explorer/words.js';
import { CopyButton, PushButton } from './controls.js';
import { Player } from './solution-player.js';

interface GameProps extends PanelProps {
  /** States of the game from its start to the goal. */
  readonly game: readonly string[];
}

export function GamePanel({ explorer, view, space, game }: GameProps) {
  const { play, shortest } = view;
  const at = play.made.length;
  const last = game.length - 1;
  const answers = useAnswers(explorer, space, game);
  const distances = game.map((state) => answers.get(state)?.distance);
  const mistakes = mistakesIn(distances);
  const moves = movesOf(space, game, answers);
  const isMeasured = shortest !== null || !isExact(space);
  useEffect(() => {
    if (play.counted !== 'begun' || at < last || !isMeasured) return;
    countSolved(space, play, shortest);
    explorer.note({ counted: 'over' });
  }, [play.counted, at, isMeasured]);
  const title = play.challenge === null ? space.title : `Challenge of ${dateText(play.challenge)}`;
  const line = resultText(view, space, last, explorer.knownOf(play.start));
  const replay = moves && replayLink(space, play.start, moves);
  const link = play.challenge === null ? replay : challengeLink(play.challenge);
  return (
    <section aria-labelledby="game-title" class="card solution game">
      <div class="row apart">
        <h2 id="game-title">{play.challenge === null ? 'Game' : 'Challenge'}</h2>
        <div class="row">
          {replay !== null && <CopyButton explorer={explorer} text={() => replay} name="Copy replay" />}
          {link !== null && (
            <CopyButton
              {...{ explorer, name: 'Share', icon: Share2, class: 'main' }}
              text={() => `${title}: ${line}\n${link}`}
              instead={
                navigator.share && (() => navigator.share({ text: `${title}: ${line}`, url: link }).catch(() => {}))
              }
            />
          )}
        </div>
      </div>
      <p class="result-line">{line}.</p>
      <Course {...{ distances, mistakes, at }} onMoment={(moment) => explorer.goTo(() => moment)} />
      <Player {...{ explorer, view, at }} length={last} name="Move of the game">
        Move {at} of {last}
        {mistakes.length > 0 && `; ${countOf(mistakes.length, 'mistake')}, marked`}.
      </Player>
    </section>
  );
}

/** Returns a text such as `31-move antipode, solved in 37, 6 more than needed, in 1:05`. @param known what is known of the start */
function resultText(view: View, space: SpaceAnswer, moves: number, known: KnownSolution | undefined): string {
  const { shortest, play } = view;
  const { state } = wordsFor(space);
  const what = shortest === null ? state : `${shortest}-move ${shortest === space.maxDepth ? 'antipode' : state}`;
  const excess = moves - (shortest ?? known?.path.moves.length ?? Number.NaN);
  const [best, fewest] =
    shortest === null
      ? ['in the best known solution', 'no shorter solution is known']
      : ['needed', 'the fewest possible'];
  const parts = [
    capitalised(what),
    `solved in ${moves}${play.helped ? ' with hints' : ''}`,
    excess > 0 ? `${excess} more than ${best}` : excess <= 0 && fewest,
    !play.helped && play.time > 0 && `in ${clockText(play.time)}`,
  ];
  return parts.filter(Boolean).join(', ');
}

/* The distance after each move. Pressing the drawing goes to the moment there; the slider below it does the same for keys. */

interface CourseProps {
  /** Distance of each state; undefined while it is unknown. */
  readonly distances: readonly (number | null | undefined)[];
  readonly mistakes: readonly number[];
  readonly at: number;
  readonly onMoment: (moment: number) => void;
}

/** Height of the drawing, in user units, which are stretched to its place. */
const HEIGHT = 100;

function Course({ distances, mistakes, at, onMoment }: CourseProps) {
  const last = distances.length - 1;
  const most = distances.reduce<number>((most, distance) => Math.max(most, distance ?? 0), 1);
  const point = (moment: number) =>
    `${(moment / last) * HEIGHT} ${HEIGHT - ((distances[moment] ?? 0) / most) * HEIGHT}`;
  const known = distances.flatMap((distance, moment) => (typeof distance === 'number' ? [moment] : []));
  const marks = mistakes.map((moment) => `M ${point(moment)} h 0`).join(' ');
  if (known.length === 0) return <div class="course" />;
  const where = mistakes.length === 0 ? 'no mistakes' : `mistakes: moves ${mistakes.join(', ')}`;
  return (
    <div class="course" onPointerDown={goThere}>
      <svg
        viewBox={`0 0 ${HEIGHT} ${HEIGHT}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Distance after each of ${countOf(last, 'move')}; ${where}`}
      >
        <path class="line" d={`M ${known.map(point).join(' L ')}`} />
        <path class="mistakes" d={marks} />
        <path class="moment" d={`M ${(at / last) * HEIGHT} 0 V ${HEIGHT}`} />
      </svg>
    </div>
  );

  function goThere({ currentTarget, clientX }: PointerEvent): void {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    onMoment(Math.round(((clientX - left) / width) * last));
  }
}

/** Returns the numbers of the moves after which the distance is not smaller. */
function mistakesIn(distances: CourseProps['distances']): number[] {
  return distances.flatMap((distance, moment) => {
    const before = distances[moment - 1];
    return typeof distance === 'number' && typeof before === 'number' && distance >= before ? [moment] : [];
  });
}

/** Number of answers of a table that are requested together; searches are made one after the other. */
const AT_ONCE = 6;

/** Requests the distances of a game's states, the last ones first: searches near the goal are the fastest. */
function useAnswers(explorer: Explorer, space: SpaceAnswer, game: readonly string[]): Map<string, DistanceAnswer> {
  const [answers, setAnswers] = useState(new Map<string, DistanceAnswer>());
  const key = game.join();
  useEffect(() => {
    const requesting = new AbortController();
    const found = new Map<string, DistanceAnswer>();
    const wanted = isExact(space) ? [...new Set(game)] : [];
    const ask = async () => {
      for (let state = wanted.pop(); state !== undefined; state = wanted.pop()) {
        const path = apiPath(space.id, 'distance', { state });
        found.set(state, await explorer.api.get<DistanceAnswer>(path, requesting.signal));
        setAnswers(new Map(found));
      }
    };
    // Without a server, or if a search takes too long, the drawing stays incomplete.
    for (let lane = 0; lane < (space.hasTable ? AT_ONCE : 1); lane++) ask().catch(() => {});
    return () => requesting.abort();
  }, [key]);
  return answers;
}

/** Returns the names of a game's moves; null until all are known. */
function movesOf(
  space: SpaceAnswer,
  game: readonly string[],
  answers: ReadonlyMap<string, DistanceAnswer>,
): string[] | null {
  const names = game.slice(1).map((state, at) => {
    if (space.board !== null) return moveBetween(space, game[at], state);
    return answers.get(game[at])?.moves.find((move) => move.state === state)?.move;
  });
  return names.every((name) => name !== undefined) ? names : null;
}

/* The statistics of one's own games. */

export function StatisticsPanel({ explorer }: Pick<PanelProps, 'explorer'>) {
  const [asking, setAsking] = useState(false);
  const all = statistics();
  const spaces = Object.entries(all.spaces);
  if (spaces.length === 0) return null;
  const streak = presentStreak(all);
  const clear = () => {
    clearStatistics();
    setAsking(false);
    explorer.say('Your games are cleared.');
  };
  return (
    <section aria-labelledby="games-title" class="card">
      <div class="row apart">
        <h2 id="games-title">Your games</h2>
        <div class="row">
          {asking && <PushButton onPush={() => setAsking(false)}>Keep</PushButton>}
          <PushButton class={asking ? 'main' : ''} onPush={asking ? clear : () => setAsking(true)}>
            {asking ? 'Clear all' : 'Clear …'}
          </PushButton>
        </div>
      </div>
      <table class="games">
        <thead>
          <tr>
            {['Space', 'Games', 'Solved', 'Best', 'Mean'].map((name) => (
              <th key={name} scope="col">
                {name}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {spaces.map(([id, games]) => (
            <tr key={id}>
              <th scope="row">{games.name}</th>
              <td>{grouped(games.games)}</td>
              <td>{grouped(games.solved)}</td>
              <td>{games.best === null ? '–' : `+${games.best}`}</td>
              <td>{meanExcess(games)}</td>
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        Best and mean count the moves above the fewest possible, without hints.
        {streak > 0 && ` Challenges solved on their day: ${countOf(streak, 'day')} in a row.`} Only this browser keeps
        these numbers.
      </p>
    </section>
  );
}

function meanExcess({ excess, measured }: SpaceGames): string {
  return measured === 0 ? '–' : `+${(excess / measured).toFixed(1)}`;
}

/**
 * A game that is over: what it took in a line to share, the distance after each of its moves, and its moves again. And the statistics of
 * one's own games, which only this browser keeps.
 */

import { RotateCcw, Share2, Shuffle } from 'lucide';
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
import { Card, CopyButton, Numbers, PushButton } from './controls.js';
import { MovePlayer } from './solution-player.js';

/** @param game states of the game from its start to the goal */
export function GamePanel({ explorer, view, space, game }: PanelProps & { readonly game: readonly string[] }) {
  const { play, shortest } = view;
  const at = play.made.length;
  const last = game.length - 1;
  const answers = useAnswers(explorer, space, game);
  const distances = game.map((state) => answers.get(state)?.distance);
  const mistakes = mistakesIn(distances);
  const moves = movesOf(space, game, answers);
  const isMeasured = shortest !== null || !isExact(space);
  const isPerfect = last === shortest && !play.helped;
  useEffect(() => {
    if (play.counted !== 'begun' || at < last || !isMeasured) return;
    countSolved(space, play, shortest);
    explorer.note({ counted: 'over' });
  }, [play.counted, at, isMeasured]);
  const known = explorer.knownOf(play.start);
  const line = resultText(view, space, last, known);
  const replay = moves && replayLink(space, play.start, moves);
  const [name, title, link] =
    play.challenge === null
      ? [isPerfect ? 'Solved perfectly' : 'Solved', space.title, replay]
      : ['Challenge solved', `Challenge of ${dateText(play.challenge)}`, challengeLink(play.challenge)];
  const again = () =>
    play.challenge === null ? explorer.setUp(play.start) : void explorer.openChallenge(play.challenge);
  const counts = [
    ['Moves', last],
    [shortest !== null || isExact(space) ? 'Needed' : 'Best known', shortest ?? known?.path.moves.length ?? '…'],
    ['Mistakes', isExact(space) ? mistakes.length : '–'],
    ['Time', play.time > 0 && !play.helped ? clockText(play.time) : '–'],
  ];
  const buttons = (
    <div class="row">
      <PushButton title="Play this one again" icon={RotateCcw} onPush={again}>
        Again
      </PushButton>
      <PushButton
        {...{ title: 'Another one, as far away', icon: Shuffle }}
        onPush={() => void explorer.shuffle(space.hasTable ? shortest : null)}
      >
        Next
      </PushButton>
      {replay !== null && <CopyButton explorer={explorer} text={() => replay} name="Copy replay" />}
      {link !== null && (
        <CopyButton
          {...{ explorer, name: 'Share', icon: Share2, class: 'main' }}
          text={() => `${title}: ${line}\n${link}`}
          instead={navigator.share && (() => navigator.share({ text: `${title}: ${line}`, url: link }).catch(() => {}))}
        />
      )}
    </div>
  );
  return (
    <Card
      of="game"
      class={`solution game ${isPerfect ? 'perfect' : mistakes.length > 0 ? 'mistaken' : ''}`}
      title={name}
    >
      <Numbers of={counts} class="counts-of-game" />
      <p class="result-line">{line}.</p>
      {isExact(space) ? (
        <Course {...{ distances, mistakes, at }} onMoment={(moment) => explorer.goTo(() => moment)} />
      ) : (
        <p class="note">Mistakes are not marked: the distances of {space.title} are not known exactly.</p>
      )}
      {buttons}
      <MovePlayer {...{ explorer, view, at, last }} of="game" unit="Move">
        Move {at} of {last}
        {mistakes.length > 0 && `; ${countOf(mistakes.length, 'mistake')}, marked`}.
      </MovePlayer>
    </Card>
  );
}

/** Returns a text such as `31-move antipode, solved in 37 moves, 6 more than needed, in 1:05`. @param known what is known of the start */
function resultText({ shortest, play }: View, space: SpaceAnswer, moves: number, known?: KnownSolution): string {
  const { state } = wordsFor(space);
  const what = shortest === null ? state : `${shortest}-move ${shortest === space.maxDepth ? 'antipode' : state}`;
  const solved = solvedText(moves, shortest, play.helped ? ' with hints' : '', known?.path.moves.length);
  const time = !play.helped && play.time > 0 ? `, in ${clockText(play.time)}` : '';
  return `${capitalised(what)}, ${solved}${time}`;
}

/**
 * Returns a text such as `solved in 37 moves, 6 more than needed`.
 * @param shortest length of a shortest solution; null if it is unknown
 * @param how follows the number of moves
 * @param known length of the best known solution, compared if no shortest one is known
 */
export function solvedText(moves: number, shortest: number | null, how = '', known = Number.NaN): string {
  const excess = moves - (shortest ?? known);
  const [best, fewest] =
    shortest === null
      ? ['in the best known solution', 'no shorter solution is known']
      : ['needed', 'the fewest possible'];
  const compared = excess > 0 ? `, ${excess} more than ${best}` : excess <= 0 ? `, ${fewest}` : '';
  return `solved in ${countOf(moves, 'move')}${how}${compared}`;
}

/* The distance after each move. Pressing the drawing goes to the moment there; the slider below it does the same for keys. */

interface CourseProps {
  /** Distance of each state; undefined while it is unknown. */
  readonly distances: readonly (number | null | undefined)[];
  readonly mistakes: readonly number[];
  readonly at: number;
  readonly onMoment: (moment: number) => void;
}

function Course({ distances, mistakes, at, onMoment }: CourseProps) {
  const last = distances.length - 1;
  const most = Math.max(1, ...distances.map((distance) => distance ?? 0));
  const point = (moment: number) => `${moment} ${most - (distances[moment] ?? 0)}`;
  const known = distances.flatMap((distance, moment) => (typeof distance === 'number' ? [moment] : []));
  if (known.length === 0) return <div class="course" />;
  const where = mistakes.length === 0 ? 'no mistakes' : `mistakes: moves ${mistakes.join(', ')}`;
  const goThere = ({ currentTarget, clientX }: PointerEvent) => {
    const { left, width } = (currentTarget as Element).getBoundingClientRect();
    onMoment(Math.round(((clientX - left) / width) * last));
  };
  return (
    <div class="course" onPointerDown={goThere}>
      <svg
        viewBox={`0 0 ${last} ${most}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Distance after each of ${countOf(last, 'move')}; ${where}`}
      >
        <path class="line" d={`M ${known.map(point).join(' L ')}`} />
        <path class="mistakes" d={mistakes.map((moment) => `M ${point(moment)} h 0`).join(' ')} />
        <path class="moment" d={`M ${at} 0 V ${most}`} />
      </svg>
    </div>
  );
}

/** Returns the numbers of the moves after which the distance is not smaller. */
function mistakesIn(distances: CourseProps['distances']): number[] {
  return distances.flatMap((distance, moment) => {
    const before = distances[moment - 1];
    return typeof distance === 'number' && typeof before === 'number' && distance >= before ? [moment] : [];
  });
}

/** Requests the distances of a game's states, the last ones first: searches near the goal are the fastest. */
function useAnswers(
  explorer: Explorer,
  space: SpaceAnswer,
  game: readonly string[],
): ReadonlyMap<string, DistanceAnswer> {
  const [answers, setAnswers] = useState<ReadonlyMap<string, DistanceAnswer>>(new Map());
  useEffect(() => {
    const requesting = new AbortController();
    const ask = async () => {
      for (const state of isExact(space) ? game.toReversed() : []) {
        const path = apiPath(space.id, 'distance', { state });
        const answer = await explorer.api.get<DistanceAnswer>(path, requesting.signal);
        setAnswers((before) => new Map(before).set(state, answer));
      }
    };
    // Without a server, or if a search takes too long, the drawing stays incomplete.
    ask().catch(() => {});
    return () => requesting.abort();
  }, [game.join()]);
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

const COLUMNS: readonly (readonly [name: string, value: (games: SpaceGames) => string])[] = [
  ['Games', ({ games }) => grouped(games)],
  ['Solved', ({ solved }) => grouped(solved)],
  ['Best', ({ best }) => (best === null ? '–' : `+${best}`)],
  ['Mean', ({ excess, measured }) => (measured === 0 ? '–' : `+${(excess / measured).toFixed(1)}`)],
];

export function StatisticsPanel({ explorer }: Pick<PanelProps, 'explorer'>) {
  const all = statistics();
  const spaces = Object.entries(all.spaces);
  if (spaces.length === 0) return null;
  const streak = presentStreak(all);
  const clear = () => {
    clearStatistics();
    explorer.say('Your games are cleared.');
  };
  return (
    <Card of="games" title="Your games">
      <table class="games">
        <thead>
          <tr>
            {['Space', ...COLUMNS.map(([name]) => name)].map((name) => (
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
              {COLUMNS.map(([name, value]) => (
                <td key={name}>{value(games)}</td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
      <p class="note">
        Best and mean count the moves above the fewest possible, without hints.
        {streak > 0 && ` Challenges solved on their day: ${countOf(streak, 'day')} in a row.`} Only this browser keeps
        these numbers.
      </p>
      <details>
        <summary>Clear …</summary>
        <PushButton onPush={clear}>Clear all</PushButton>
      </details>
    </Card>
  );
}

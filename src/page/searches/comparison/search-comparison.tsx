/** A comparison of the searches that need no table. They start from the state shown, run one after another, and can be watched. */

import './search-comparison.css';
import { useEffect, useState } from 'preact/hooks';
import type { ComparedSearch, SpaceAnswer } from '../../../serve/answers.js';
import type { ScaleName } from '../../charts/chart-scale.js';
import { PushButton } from '../../controls/push-button.js';
import type { PanelProps } from '../../explorer/panel.js';
import { capitalised, wordsFor } from '../../explorer/words.js';
import { textOfTiles, tilesOf } from '../../tiles/board-shape.js';
import { endText } from '../end-text.js';
import { Unsolvable, unsolvableReason } from '../parity/unsolvable.js';
import { currentOf, isOver } from '../playback.js';
import { PlaybackControls, usualSpeed } from '../playback-controls.js';
import { useComparison } from '../use-comparison.js';
import { WatchedChart } from '../watched/watched-chart.js';
import { SearchChoices, usualSearches } from './search-choices.js';
import { SearchResults } from './search-results.js';

export function SearchComparison({ explorer, view, space }: PanelProps) {
  const [chosen, setChosen] = useState<readonly ComparedSearch[]>(() => usualSearches(space));
  const [choosing, setChoosing] = useState(true);
  const [scale, setScale] = useState<ScaleName>('powers');
  /** The search chosen for the chart; null for the one that is running. */
  const [looked, setLooked] = useState<number | null>(null);
  const player = useComparison(explorer, space.id, usualSpeed());
  const { comparison } = player;
  const over = comparison !== null && isOver(comparison);
  const running = comparison !== null && !over;
  const ended = comparison?.searches.filter(({ end }) => end !== null).length ?? 0;
  useEffect(() => {
    const text = comparison && endText(comparison);
    if (text) explorer.say(text);
  }, [ended, over]);

  if (space.searches.length === 0) return null;
  const reason = unsolvableReason(view, space);
  const here = writtenState(view.state, space);
  const start = () => {
    setChoosing(false);
    setLooked(null);
    player.start(here, chosen);
  };
  const at = comparison && (looked ?? currentOf(comparison));
  return (
    <section aria-labelledby="comparison-title" class="card comparison">
      <div class="row apart">
        <h2 id="comparison-title">Compare search algorithms</h2>
        <PushButton
          class={running ? 'steady' : 'main steady'}
          off={!running && (reason !== null || chosen.length === 0)}
          onPush={running ? player.stop : start}
        >
          {running ? 'Stop' : comparison === null ? 'Start' : 'Start again'}
        </PushButton>
      </div>
      {reason !== null && <Unsolvable reason={reason} />}
      {reason === null && (
        <details open={choosing} onToggle={(event) => setChoosing(event.currentTarget.open)}>
          <summary>{chosen.length === 1 ? '1 search' : `${chosen.length} searches, run one after another`}</summary>
          <p class="note">
            Each search finds a shortest solution without a table. It runs at full speed, and its progress is played
            back at the speed that you choose.
          </p>
          <SearchChoices space={space} chosen={chosen} onChoose={setChosen} />
        </details>
      )}
      {comparison !== null && at !== null && (
        <>
          <PlaybackControls player={player} over={over} scale={scale} onScale={setScale} />
          <WatchedChart
            space={space}
            histogram={view.distribution?.histogram ?? null}
            search={comparison.searches[at]}
            scale={scale}
          />
          <h3>
            Results for {comparison.state === here ? 'this' : 'another'} {wordsFor(space).state}
          </h3>
          <p class="note">
            <code>{comparison.state}</code>. Bars show nodes expanded. Choose a search to see its layers above.
          </p>
          <SearchResults comparison={comparison} at={at} scale={scale} over={over} onLook={setLooked} />
          {comparison.problem !== null && <p class="problem">{capitalised(comparison.problem)}</p>}
          {comparison.stream === 'stopped' && <p class="note">Stopped.</p>}
          {comparison.stream === 'lost' && over && (
            <p class="problem">The connection to the server was lost before all searches had ended.</p>
          )}
        </>
      )}
    </section>
  );
}

/** Returns a position as the server writes it. Until the server has answered, a position from the address may be written differently. */
function writtenState(state: string, { board }: SpaceAnswer): string {
  const tiles = board && tilesOf(state, board);
  return tiles ? textOfTiles(tiles) : state;
}

/** The whole page, and its title. */

import './style/layout.css';
import { useEffect } from 'preact/hooks';
import { POSITION_ID } from './browser/position-in-view.js';
import { DistributionPanel } from './charts/distribution-panel.js';
import { Samples } from './charts/samples.js';
import type { Explorer } from './explorer/explorer.js';
import { useView } from './explorer/use-view.js';
import type { View } from './explorer/view.js';
import { titleInChoice } from './explorer/words.js';
import { Facts } from './facts.js';
import { Help } from './help.js';
import { LiveRegion } from './live-region.js';
import { PositionPanel } from './play/position-panel.js';
import { SolutionPlayer } from './play/solution-player.js';
import { usePlayKeys } from './play/use-play-keys.js';
import { SearchComparison } from './searches/comparison/search-comparison.js';
import { EstimatesPanel } from './searches/estimates/estimates-panel.js';
import { SpaceChoice } from './space-choice.js';
import { AntipodesGallery } from './spaces/antipodes-gallery.js';

export function Page({ explorer }: { readonly explorer: Explorer }) {
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
                explorer.dismiss();
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
            {view.undistributed === null ? (
              <DistributionPanel {...panel} />
            ) : (
              <section class="card undistributed">
                <h2>Distribution</h2>
                <p class="note">{view.undistributed}.</p>
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

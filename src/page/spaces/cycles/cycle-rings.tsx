/** A state as cycles: rings, on which each piece has gone clockwise to the next place; beyond 24 places as text. */

import './cycle-rings.css';
import type { SetAnswer } from '../../../serve/answers.js';
import { cycleNotation } from '../../../spaces/permutation/images.js';
import { type DrawnState, Picture } from '../../picture/picture.js';
import { cyclesOfWords, wordsOfSets } from './placed-pieces.js';
import { labelSize, layoutRings, NAME_HEIGHT, type NamedCycles, type Ring } from './ring-layout.js';

const ROOMS = [
  { width: 400, height: 260 },
  { width: 110, height: 72 },
] as const;
const MOST_ON_RINGS = 24;
/** Little texts are cut. */
const MOST_CHARACTERS = 60;
const LARGEST_SCALE = 1.5;

export function CycleRings({ state, little, sets }: DrawnState & { readonly sets: readonly SetAnswer[] }) {
  const moved = cyclesOfSets(state, sets);
  if (moved === null) return <code class="face">{state}</code>;
  const room = ROOMS[little ? 1 : 0];
  const count = moved.reduce((sum, { cycles }) => sum + cycles.flat().length, 0);
  if (count > MOST_ON_RINGS) return <CycleText name={state} sets={moved} little={little} />;
  return (
    <Picture kind="cycles" name={state} {...room} little={little}>
      {count === 0 ? (
        <text x={room.width / 2} y={room.height / 2} dy=".36em">
          {little ? '()' : 'All pieces are in their places.'}
        </text>
      ) : (
        <Rings sets={moved} room={room} />
      )}
    </Picture>
  );
}

function cyclesOfSets(state: string, sets: readonly SetAnswer[]): NamedCycles[] | null {
  const words = wordsOfSets(state, sets);
  if (words === null) return null;
  const found = words.map((own, index) => {
    const cycles = cyclesOfWords(own);
    return cycles && { name: sets.length === 1 ? null : sets[index].name, cycles };
  });
  return found.every((set) => set !== null) ? found : null;
}

function Rings({ sets, room }: { readonly sets: readonly NamedCycles[]; readonly room: (typeof ROOMS)[number] }) {
  const { width, height, blocks } = layoutRings(sets, room);
  const size = labelSize(sets);
  const scale = Math.min(LARGEST_SCALE, room.width / width, room.height / height);
  const [left, top] = [(room.width - scale * width) / 2, (room.height - scale * height) / 2];
  return (
    <g transform={`translate(${left} ${top}) scale(${scale})`}>
      {blocks.map(({ name, y, rings }) => (
        <g key={name}>
          {name !== null && (
            <text class="faint" x={width / 2} y={y + NAME_HEIGHT * 0.7}>
              {name}
            </text>
          )}
          {rings.map((ring) => (
            <OneRing key={ring.labels[0].label} ring={ring} size={size} />
          ))}
        </g>
      ))}
    </g>
  );
}

function OneRing({ ring: { x, y, radius, labels }, size }: { readonly ring: Ring; readonly size: number }) {
  return (
    <g>
      {radius > 0 && <circle class="ring" cx={x} cy={y} r={radius} />}
      {labels.map(({ label }, index) => {
        const degrees = (360 * (index + 0.5)) / labels.length;
        return (
          radius > 0 && (
            <path
              key={label}
              class="arrow"
              d="M-4-4 4 0-4 4z"
              transform={`translate(${x} ${y}) rotate(${degrees}) translate(0 ${-radius})`}
            />
          )
        );
      })}
      {labels.map(({ label, ...at }) => (
        <g key={label}>
          <circle class="place" cx={at.x} cy={at.y} r={size / 2} />
          <text x={at.x} y={at.y} dy=".36em">
            {label}
          </text>
        </g>
      ))}
    </g>
  );
}

function CycleText({
  name,
  sets,
  little,
}: {
  readonly name: string;
  readonly sets: readonly NamedCycles[];
  readonly little: boolean;
}) {
  const moving = sets.filter(({ cycles }) => cycles.length > 0);
  const text = moving.map((set) => `${set.name === null ? '' : `${set.name} `}${cycleNotation(set.cycles)}`).join(', ');
  const shown = little && text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
  return (
    <span class={`face cycle-text${little ? ' little' : ''}`} role="img" aria-label={name}>
      {shown}
    </span>
  );
}

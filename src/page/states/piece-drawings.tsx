/** A state as cycles, drawn as rings: each piece has moved clockwise to the next place. Small drawings and long cycles are text. */

import './cycle-rings.css';
import './piece-rows.css';
import { cycleNotation } from '../../permutations/permutation.js';
import type { SetAnswer } from '../../serve/answers.js';
import { type DrawnState, Picture } from './picture.js';
import { labelSize, layoutRings, NAME_HEIGHT, type NamedCycles, type Ring } from './ring-layout.js';
import { cyclesOfWords, wordsOfSets } from './state-texts.js';

const ROOM = { width: 400, height: 260 };
const MOST_ON_RINGS = 24;
const LARGEST_SCALE = 1.5;

export function CycleRings({ state, little, sets }: DrawnState & { readonly sets: readonly SetAnswer[] }) {
  const moved = cyclesOfSets(state, sets);
  if (moved === null) return <code class="face">{state}</code>;
  const count = moved.reduce((sum, { cycles }) => sum + cycles.flat().length, 0);
  if (little || count > MOST_ON_RINGS) return <CycleText name={state} sets={moved} little={little} />;
  return (
    <Picture kind="cycles" name={state} {...ROOM} little={false}>
      {count === 0 ? (
        <text x={ROOM.width / 2} y={ROOM.height / 2} dy=".36em">
          All pieces are in place.
        </text>
      ) : (
        <Rings sets={moved} />
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

function Rings({ sets }: { readonly sets: readonly NamedCycles[] }) {
  const { width, height, blocks } = layoutRings(sets, ROOM);
  const size = labelSize(sets);
  const scale = Math.min(LARGEST_SCALE, ROOM.width / width, ROOM.height / height);
  const [left, top] = [(ROOM.width - scale * width) / 2, (ROOM.height - scale * height) / 2];
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

interface CycleTextProps {
  readonly name: string;
  readonly sets: readonly NamedCycles[];
  readonly little: boolean;
}

function CycleText({ name, sets, little }: CycleTextProps) {
  const moving = sets.filter(({ cycles }) => cycles.length > 0);
  return (
    <span class={`face cycle-text${little ? ' little' : ''}`} role="img" aria-label={name}>
      {moving.length === 0 && cycleNotation([])}
      {moving.map((set) => (
        <span key={set.name}>
          {set.name}{' '}
          {set.cycles.map((cycle) => (
            <span key={cycle[0]} class="cycle">
              {cycleNotation([cycle])}
            </span>
          ))}{' '}
        </span>
      ))}
    </span>
  );
}

/* Pieces on their places, set by set, with a colour for each number. Pieces of equal numbers are identical. */

/** Width and height of a piece, and height of a set's name, for large and small drawings. */
const SIZES = [
  { width: 34, height: 28, name: 20 },
  { width: 12, height: 12, name: 4 },
] as const;
const MOST_IN_A_ROW = 12;
const COLOURS = 8;

export function PieceRows({ state, little, sets }: DrawnState & { readonly sets: readonly SetAnswer[] }) {
  const words = wordsOfSets(state, sets);
  if (words === null) return <code class="face">{state}</code>;
  const { width, height, name } = SIZES[little ? 1 : 0];
  const columns = Math.min(MOST_IN_A_ROW, Math.max(...sets.map(({ pieces }) => pieces)));
  const rows = sets.map(({ pieces }) => Math.ceil(pieces / MOST_IN_A_ROW));
  const tops = rows.map((_, index) => rows.slice(0, index).reduce((sum, own) => sum + own * height + name, 0));
  const all = tops[tops.length - 1] + name + rows[rows.length - 1] * height;
  return (
    <Picture kind="pieces" name={state} width={columns * width} height={all} little={little}>
      {words.map((own, index) => (
        <g key={sets[index].name} transform={`translate(0 ${tops[index]})`}>
          {!little && (
            <text class="faint" x="0" y={name * 0.7} text-anchor="start">
              {sets[index].name}
            </text>
          )}
          {own.map((word, place) => {
            const x = (place % MOST_IN_A_ROW) * width;
            const y = name + Math.floor(place / MOST_IN_A_ROW) * height;
            return (
              <g key={place} class={`piece-${Number.parseInt(word, 10) % COLOURS}`}>
                <rect x={x + 0.5} y={y + 0.5} width={width - 1} height={height - 1} rx={width / 8} />
                <text class="number" x={x + width / 2} y={y + height / 2} dy=".36em">
                  {word}
                </text>
              </g>
            );
          })}
        </g>
      ))}
    </Picture>
  );
}

/** A distance, by number or a step at a time: what a bar of three pixels is for those who cannot hit it. */

import { PushButton } from './push-button.js';

export interface DepthFieldProps {
  readonly id: string;
  readonly label: string;
  readonly depth: number;
  readonly maxDepth: number;
  readonly onDepth: (depth: number) => void;
}

export function DepthField({ id, label, depth, maxDepth, onDepth }: DepthFieldProps) {
  const take = (value: number) => {
    if (Number.isInteger(value) && value >= 0 && value <= maxDepth) onDepth(value);
  };
  return (
    <span class="depth-field">
      <label for={id}>{label}</label>
      <PushButton off={depth <= 0} aria-label={`${label}: one less`} onPush={() => take(depth - 1)}>
        −
      </PushButton>
      <input
        id={id}
        type="number"
        inputMode="numeric"
        min={0}
        max={maxDepth}
        value={depth}
        onInput={(event) => event.currentTarget.value !== '' && take(event.currentTarget.valueAsNumber)}
        onBlur={(event) => {
          event.currentTarget.value = String(depth);
        }}
      />
      <PushButton off={depth >= maxDepth} aria-label={`${label}: one more`} onPush={() => take(depth + 1)}>
        +
      </PushButton>
    </span>
  );
}

/** Controls: buttons, icons and a field for a distance. A button that is off keeps the focus; a `disabled` button would lose it. */

import type { IconNode } from 'lucide';
import { type ButtonHTMLAttributes, type ComponentChildren, createElement } from 'preact';
import { useState } from 'preact/hooks';

interface PushButtonProps extends Omit<ButtonHTMLAttributes, 'disabled'> {
  readonly off?: boolean;
  readonly onPush: () => void;
  readonly children: ComponentChildren;
}

export function PushButton({ off = false, onPush, children, ...rest }: PushButtonProps) {
  return (
    <button type="button" aria-disabled={off} onClick={() => off || onPush()} {...rest}>
      {children}
    </button>
  );
}

/** An icon, drawn from the data of lucide. The button around it has a name in words. */
export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg class="icon" aria-hidden="true" viewBox="0 0 24 24">
      {of.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}

interface DepthFieldProps {
  readonly id: string;
  readonly label: string;
  /** Short label before the field, instead of the full label above it. */
  readonly short?: string;
  readonly depth: number;
  readonly maxDepth: number;
  readonly onDepth: (depth: number) => void;
}

/** A field for a distance, by number or one step at a time, since a bar of the chart can be only three pixels wide. */
export function DepthField({ id, label, short, depth, maxDepth, onDepth }: DepthFieldProps) {
  /** Invalid text, which stays in the field until it is corrected, so that no other distance is chosen by mistake. */
  const [wrong, setWrong] = useState<string | null>(null);
  const take = (text: string) => {
    const value = Number(text);
    const isDepth = /^\d{1,9}$/.test(text) && value <= maxDepth;
    setWrong(isDepth ? null : text);
    if (isDepth) onDepth(value);
  };
  return (
    <span class={short === undefined ? 'depth-field' : 'depth-field short'}>
      <label for={id}>{short ?? label}</label>
      <PushButton off={depth <= 0} aria-label={`${label}: one less`} onPush={() => take(String(depth - 1))}>
        −
      </PushButton>
      <input
        id={id}
        aria-label={short === undefined ? undefined : label}
        type="number"
        inputMode="numeric"
        min={0}
        max={maxDepth}
        required
        value={wrong ?? depth}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : `${id}-range`}
        onInput={(event) => take(event.currentTarget.value)}
      />
      <PushButton off={depth >= maxDepth} aria-label={`${label}: one more`} onPush={() => take(String(depth + 1))}>
        +
      </PushButton>
      {wrong !== null && (
        <span id={`${id}-range`} class="problem" role="alert">
          0 to {maxDepth}
        </span>
      )}
    </span>
  );
}

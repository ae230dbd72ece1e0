/** A button that keeps the focus while it is off; a `disabled` button would lose it. */

import type { ButtonHTMLAttributes, ComponentChildren } from 'preact';

export interface PushButtonProps extends Omit<ButtonHTMLAttributes, 'disabled'> {
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

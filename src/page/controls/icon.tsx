/** An icon, drawn from the data of lucide. The button around it has a name in words. */

import './icon.css';
import type { IconNode } from 'lucide';
import { createElement } from 'preact';

export function Icon({ of }: { readonly of: IconNode }) {
  return (
    <svg class="icon" aria-hidden="true" viewBox="0 0 24 24">
      {of.map(([tag, attributes], index) => createElement(tag, { ...attributes, key: index }))}
    </svg>
  );
}

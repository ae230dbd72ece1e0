/** Controls: buttons, icons and a field for a distance. A button that is off keeps the focus; a `disabled` button would lose it. */

import { Check, type IconNode, Link } from 'lucide';
import { type ButtonHTMLAttributes, type ComponentChildren, createElement, type HTMLAttributes } from 'preact';
import { useEffect, useState } from 'preact/hooks';
import type { Explorer } from '../explorer/explorer.js';
import { capitalised } from '../explorer/words.js';

interface PushButtonProps extends Omit<ButtonHTMLAttributes, 'disabled' | 'icon' | 'name'> {
  readonly off?: boolean;
  readonly onPush: () => void;
  readonly icon?: IconNode;
  /** Name in words of a button that shows only its icon; also its tooltip, unless it has another title. */
  readonly name?: string;
}

export function PushButton({ off = false, onPush, icon, name, class: more = '', children, ...rest }: PushButtonProps) {
  return (
    <button
      type="button"
      aria-disabled={off}
      aria-label={name}
      title={name}
      class={icon && children ? `with-icon ${more}` : more}
      onClick={() => off || onPush()}
      {...rest}
    >
      {icon && <Icon of={icon} />}
      {children}
    </button>
  );
}

/** A button with an icon, and with its name where there is room. */
export function IconButton({ name, ...rest }: PushButtonProps) {
  return (
    <PushButton {...rest}>
      <span class="when-wide">{name}</span>
    </PushButton>
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

interface CardProps extends Omit<HTMLAttributes<HTMLElement>, 'title'> {
  /** Beginning of the title's id. */
  readonly of: string;
  readonly title: ComponentChildren;
  /** What is beside the title. */
  readonly beside?: ComponentChildren;
}

/** A card with a title, which is also its name. */
export function Card({ of, title, beside, class: more = '', children, ...rest }: CardProps) {
  return (
    <section aria-labelledby={`${of}-title`} class={`card ${more}`} {...rest}>
      <div class="row apart">
        <h2 id={`${of}-title`}>{title}</h2>
        {beside}
      </div>
      {children}
    </section>
  );
}

/** Numbers, each below its name. */
export function Numbers({ of, ...rest }: { readonly of: readonly (readonly (string | number)[])[]; class?: string }) {
  return (
    <dl {...rest}>
      {of.map(([name, value]) => (
        <div key={name}>
          <dt>{name}</dt>
          <dd>{value}</dd>
        </div>
      ))}
    </dl>
  );
}

interface CopyButtonProps extends Omit<PushButtonProps, 'onPush'> {
  readonly explorer: Explorer;
  readonly text: () => string | Promise<string>;
  /** What is copied. @default link */
  readonly what?: string;
  /** What it does instead of copying. */
  readonly instead?: (() => void) | undefined;
}

/** Milliseconds for which the button confirms the copy. */
const SHOWN = 2000;

/** Copies a text. */
export function CopyButton({ explorer, text, what = 'link', instead, ...shown }: CopyButtonProps) {
  const { name = `Copy ${what}`, icon = Link, class: more = '', ...rest } = shown;
  const [isCopied, setCopied] = useState(false);
  useEffect(() => {
    if (!isCopied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [isCopied]);
  const copy = async () => {
    const copied = await text();
    try {
      await navigator.clipboard.writeText(copied);
      setCopied(true);
      explorer.say(`${capitalised(what)} copied.`);
    } catch {
      // Browsers copy only on pages of this machine or over HTTPS.
      explorer.change({ problem: `The browser does not allow copying on this page. Copy this ${what}: ${copied}` });
    }
  };
  return (
    <PushButton class={`copy-link ${more}`} icon={isCopied ? Check : icon} onPush={instead ?? copy} {...rest}>
      <span class="name">{isCopied ? 'Copied' : name}</span>
    </PushButton>
  );
}

/** Attributes of a field for a state or the name of a space, which is no prose. */
export const LITERAL = { maxLength: 2000, autocomplete: 'off', autocapitalize: 'none', spellcheck: false } as const;

interface DepthFieldProps {
  readonly id: string;
  readonly label: string;
  /** Label beside the field, if the full one is too long. */
  readonly short?: string;
  /** null for any, if the field can be empty. */
  readonly depth: number | null;
  readonly maxDepth: number;
  readonly onDepth: (depth: number | null) => void;
  /** Shown in the empty field. */
  readonly any?: string;
}

/** A field for a distance, by number or one step at a time, since a bar of the chart can be only three pixels wide. */
export function DepthField({ id, label, short = label, depth, maxDepth, any, onDepth }: DepthFieldProps) {
  /** Invalid text, which stays in the field until it is corrected, so that no other distance is chosen by mistake. */
  const [wrong, setWrong] = useState<string | null>(null);
  const take = (text: string) => {
    const value = text === '' && any !== undefined ? null : Number(text);
    const isDepth = value === null || (/^\d{1,9}$/.test(text) && value <= maxDepth);
    setWrong(isDepth ? null : text);
    if (isDepth) onDepth(value);
  };
  const stepButton = (sign: string, word: string, by: number, off: boolean) => (
    <PushButton off={off} aria-label={`${label}: one ${word}`} onPush={() => take(String(Number(depth) + by))}>
      {sign}
    </PushButton>
  );
  return (
    <span class="depth-field">
      <label for={id}>{short}</label>
      {stepButton('−', 'less', -1, !depth)}
      <input
        id={id}
        aria-label={label}
        type="number"
        inputMode="numeric"
        min={0}
        max={maxDepth}
        required={any === undefined}
        placeholder={any}
        value={wrong ?? depth ?? ''}
        aria-invalid={wrong !== null}
        aria-describedby={wrong === null ? undefined : `${id}-range`}
        onInput={(event) => take(event.currentTarget.value)}
      />
      {stepButton('+', 'more', 1, Number(depth) >= maxDepth)}
      {wrong !== null && (
        <span id={`${id}-range`} class="problem" role="alert">
          0 to {maxDepth}
        </span>
      )}
    </span>
  );
}

/** Copies the link to what is shown: the position, and the solution with its step if that is open. */

import { Link } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../controls/icon.js';
import { PushButton } from '../controls/push-button.js';
import { linkOf } from '../explorer/link.js';
import type { PanelProps } from '../explorer/panel.js';

/** Milliseconds for which the button says that it has copied. */
const SHOWN = 2000;

export function CopyLink({ explorer, view, space }: PanelProps) {
  const [copied, setCopied] = useState(false);
  useEffect(() => {
    if (!copied) return;
    const timer = setTimeout(() => setCopied(false), SHOWN);
    return () => clearTimeout(timer);
  }, [copied]);
  const copy = async () => {
    const link = linkOf(view, space);
    try {
      await navigator.clipboard.writeText(link);
      setCopied(true);
      explorer.say('The link is copied.');
    } catch {
      // Browsers copy only on pages of this machine or by https.
      explorer.tell(`The browser does not copy here. The link: ${link}`);
    }
  };
  return (
    <PushButton class="with-icon copy-link" onPush={copy}>
      <Icon of={Link} /> {copied ? 'Copied' : 'Copy link'}
    </PushButton>
  );
}

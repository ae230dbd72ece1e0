/** Copies the link to the state shown, and to its solution and step if the solution is open. */

import { Link } from 'lucide';
import { useEffect, useState } from 'preact/hooks';
import { Icon } from '../controls/icon.js';
import { PushButton } from '../controls/push-button.js';
import { linkOf } from '../explorer/link.js';
import type { PanelProps } from '../explorer/panel.js';

/** Milliseconds for which the button confirms the copy. */
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
      explorer.say('Link copied.');
    } catch {
      // Browsers copy only on pages of this machine or over HTTPS.
      explorer.tell(`The browser does not allow copying on this page. Copy this link: ${link}`);
    }
  };
  return (
    <PushButton class="with-icon copy-link" onPush={copy}>
      <Icon of={Link} /> {copied ? 'Copied' : 'Copy link'}
    </PushButton>
  );
}

/**
 * Pages of other origins may link to the page, and nothing else: they can read no answer, but a question may mean work, and
 * a browser would ask it in their name. Programs that are no browsers name no origin.
 */

import { excerpt } from '../base/text/excerpt.js';
import type { Guard } from './host-guard.js';
import { Refusal } from './refusal.js';

export const originGuard: Guard = ({ headers, url }) => {
  const { origin, host, 'sec-fetch-site': site } = headers;
  if (origin === undefined && site === undefined) return undefined;
  const foreign =
    (origin !== undefined && origin.toLowerCase() !== `http://${host}`.toLowerCase()) ||
    (site !== undefined && site !== 'same-origin' && site !== 'none');
  if (!foreign || !url?.startsWith('/api')) return undefined;
  return new Refusal(
    403,
    `the API answers its own page and programs, not pages of ${excerpt(origin ?? `a ${site} origin`)}`,
  );
};

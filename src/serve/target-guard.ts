/**
 * What a request may ask for: a path of this server in plain letters. Ids of tables and names of files need no others, so that
 * there is one spelling of each path, and none of `..`.
 */

import { excerpt } from '../base/text/excerpt.js';
import type { Guard } from './host-guard.js';
import { Refusal } from './refusal.js';

const PLAIN_PATH = /^\/[\w.~/-]*(?:\?|$)/;
const DOT_SEGMENT = /^[^?]*\/\.\.?(?:[/?]|$)/;

export const targetGuard: Guard = ({ url = '', method }) => {
  if (PLAIN_PATH.test(url) && !DOT_SEGMENT.test(url)) return undefined;
  if (url.startsWith('/')) return new Refusal(404, `there is nothing at ${excerpt(url)}`);
  return url === '*'
    ? new Refusal(405, `${excerpt(method ?? '')} * is not answered`, { allow: 'GET, HEAD, POST' })
    : new Refusal(400, `expected a path such as /api/tables, found '${excerpt(url)}'`);
};

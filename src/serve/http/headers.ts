/** Headers of answers: what browsers may do with them, and how long they may be kept. */

/**
 * On every answer, errors included. The page's own files, and nothing else, may be loaded and run; no other page may frame,
 * embed or read an answer.
 */
export const SECURITY_HEADERS = {
  'content-security-policy': [
    "default-src 'none'",
    "script-src 'self'",
    "style-src 'self'",
    "img-src 'self' data:",
    "connect-src 'self'",
    "base-uri 'none'",
    "form-action 'none'",
    "frame-ancestors 'none'",
  ].join('; '),
  'x-content-type-options': 'nosniff',
  'referrer-policy': 'no-referrer',
  'cross-origin-resource-policy': 'same-origin',
  'cross-origin-opener-policy': 'same-origin',
} as const;

export const JSON_TYPE = 'application/json; charset=utf-8';

/** Of what belongs to a table or to the page: it is asked for again, and its ETag says whether it has changed. */
export const ASK_AGAIN = 'no-cache';
/** Of what is said of a state: a table does not change while people play, but another may take its place some day. */
export const FOR_MINUTES = 'private, max-age=300';
/** Of what is another the next time. */
export const NOT_KEPT = 'no-store';

/** Headers of answers that tell browsers which uses are allowed, and how long to cache. */

/**
 * Headers of every answer, including errors. Browsers load and run only the page's own files, and no other page can frame, embed or read
 * an answer.
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

/** Cache-Control of answers that depend on a table or the page: browsers revalidate them by their ETag. */
export const ASK_AGAIN = 'no-cache';
/** Cache-Control of answers about a state: a table does not change during a visit, but can be replaced later. */
export const FOR_MINUTES = 'private, max-age=300';
/** Cache-Control of answers that differ each time. */
export const NOT_KEPT = 'no-store';

/**
 * Keeps the files of the site, so that it opens without a network, and adds the headers that isolate it: threads can then share memory.
 * A new version is kept beside the old one, and takes its place when no page of the old one is open.
 */

const files = new Set(FILES.map((file) => new URL(file, location).href));
/** Several sites can share an origin, and with it the names of caches. */
const mine = `antipode ${new URL('.', location)} `;
const kept = mine + VERSION;

addEventListener('install', (event) => {
  const requests = Array.from(files, (file) => new Request(file, { cache: 'no-cache' }));
  event.waitUntil(caches.open(kept).then((cache) => cache.addAll(requests)));
});

addEventListener('activate', (event) => {
  const drop = (names) =>
    names.filter((name) => name.startsWith(mine) && name !== kept).map((name) => caches.delete(name));
  event.waitUntil(caches.keys().then((names) => Promise.all(drop(names))));
});

addEventListener('fetch', (event) => {
  const file = event.request.url.replace(/[?#].*/, '');
  if (files.has(file)) event.respondWith(answer(file));
});

async function answer(file) {
  const { status, headers, body } = (await caches.match(file, { cacheName: kept })) ?? (await fetch(file));
  const isolating = { 'cross-origin-opener-policy': 'same-origin', 'cross-origin-embedder-policy': 'require-corp' };
  return new Response(body, { status, headers: { ...Object.fromEntries(headers), ...isolating } });
}

import type { ProvidedContext } from 'vitest';
import { defineConfig, type TestProjectInlineConfiguration } from 'vitest/config';

const files = (...names: string[]) => names.map((name) => `test/browser/${name}.test.ts`);

const ALL = files('*');
/** Tests that visit pages of their own: the library on a page, the parts of the site that `antipode serve` does not have, and Firefox. */
const OTHERS = files('library', 'site', 'app-worker', 'firefox');
/** Tests that end the server, which the site does not have. */
const OF_SERVERS = files('lost-server');
/** Tests of how the page looks, which is the same everywhere; the site's own parts are looked at in exploring.test.ts. */
const OF_LOOKS = files('layout', 'looks');
/** Tests of what only the site does. */
const OF_SITES = files('exploring');
/** Without isolation one thread computes, and what the page shows stays the same: tests of looks, keys and links are left out. */
const OF_ANSWERS = files('comparison', 'computing', 'estimates', 'faces', 'late-answers', 'race', 'solution');

function project(name: string, include: string[], exclude: string[] = []): TestProjectInlineConfiguration {
  return { extends: true, test: { name, include, exclude, provide: { kind: name as ProvidedContext['kind'] } } };
}

/** The tests that need a browser, which `npm test` does not run. */
export default defineConfig({
  test: {
    globalSetup: ['test/browser/browser-needed.ts', 'test/explored-folder.ts'],
    maxWorkers: 2,
    // Node 20 has WebSocket, by which Firefox is driven, only with this flag.
    execArgv: ['--experimental-websocket'],
    // Each file has its own server; the browser of a process is shared by its files.
    isolate: false,
    // The page is polled often, for as long as a busy machine may take.
    expect: { poll: { timeout: 30_000, interval: 10 } },
    testTimeout: 180_000,
    hookTimeout: 180_000,
    projects: [
      project('served', ALL, [...OTHERS, ...OF_SITES]),
      project('isolated', ALL, [...OTHERS, ...OF_SERVERS, ...OF_LOOKS]),
      project('plain', [...OF_ANSWERS, ...OF_SITES]),
      project('others', OTHERS),
    ],
  },
});

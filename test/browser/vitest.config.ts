import { defineConfig } from 'vitest/config';

/** The tests that need a browser, which `npm test` does not run. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/browser-needed.ts', 'test/explored-folder.ts'],
    maxWorkers: 2,
    // Each file has its own server; the browser of a process is shared by its files.
    isolate: false,
    // The page is polled often, for as long as a busy machine may take.
    expect: { poll: { timeout: 10_000, interval: 10 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

import { defineConfig } from 'vitest/config';

/** The tests that need a browser, on which `npm test` does not count. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/browser-needed.ts', 'test/explored-folder.ts'],
    maxWorkers: 2,
    // Each file has a server of its own; the browser of a process goes from file to file.
    isolate: false,
    // What a page comes to is looked at often, and waited for as long as a busy machine may take.
    expect: { poll: { timeout: 10_000, interval: 10 } },
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

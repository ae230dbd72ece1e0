import { defineConfig } from 'vitest/config';

/** The tests that need a browser, on which `npm test` does not count. */
export default defineConfig({
  test: {
    include: ['test/browser/**/*.test.ts'],
    globalSetup: ['test/browser/browser-needed.ts'],
    maxWorkers: 2,
    // Each file has a server and a browser of its own; what they import may be shared.
    isolate: false,
    testTimeout: 60_000,
    hookTimeout: 60_000,
  },
});

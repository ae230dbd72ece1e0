import { defineConfig } from 'vitest/config';

// The tests run what is built, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    exclude: ['test/browser/**'],
    // Vitest leaves a core out. Much of these tests is processes that start and wait: two files at once took 4.5 minutes
    // on 2 cores, one at a time 7.5.
    isolate: false,
    maxWorkers: 2,
    globalSetup: 'test/explored-folder.ts',
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

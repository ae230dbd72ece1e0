import { defineConfig } from 'vitest/config';

// The tests run what is built, as its users do: `npm test` builds it first.
export default defineConfig({
  test: {
    include: ['test/**/*.test.ts'],
    testTimeout: 120_000,
    hookTimeout: 120_000,
  },
});

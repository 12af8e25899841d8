import { defineConfig } from 'vitest/config';

/**
 * The first two rings. `unit-node` and `unit-dom` stand beside the code; `contracts` are suites that hold for
 * every implementation, and for the project as a whole. The third ring is playwright.config.ts.
 */
export default defineConfig({
  cacheDir: '.cache/vitest',
  test: {
    reporters: ['default'],
    projects: [
      {
        extends: true,
        test: {
          name: 'unit-node',
          include: ['{src,workers,sw,server,agent,scripts}/**/*.test.ts', 'tests/support/**/*.test.ts'],
        },
      },
      {
        extends: true,
        test: {
          name: 'unit-dom',
          include: ['src/**/*.test.tsx'],
          environment: 'happy-dom',
          setupFiles: ['tests/support/dom-setup.ts'],
        },
      },
      {
        extends: true,
        test: { name: 'contracts', include: ['tests/contracts/**/*.test.ts'], testTimeout: 20_000 },
      },
    ],
  },
});

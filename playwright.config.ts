import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findChromium, thisMachine } from './tests/support/chromium.ts';

const browser = findChromium(thisMachine());

/** The third ring: a real browser before a real platform. Each test starts what it needs on a free port. */
export default defineConfig({
  outputDir: '.cache/playwright',
  globalSetup: './tests/support/prepare-run.ts',
  workers: Number(process.env.E2E_WORKERS ?? 1),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    trace: 'retain-on-failure',
    launchOptions: {
      ...(browser.name === 'found' && { executablePath: browser.path }),
      args: CHROMIUM_ARGS,
    },
  },
  projects: [
    { name: 'chromium', testDir: 'tests/e2e', use: { ...devices['Desktop Chrome'] } },
    // `npm run test:long` alone.
    { name: 'long', testDir: 'tests/long', timeout: 600_000, use: { ...devices['Desktop Chrome'] } },
  ],
});

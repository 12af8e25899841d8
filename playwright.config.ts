import { defineConfig, devices } from '@playwright/test';
import { CHROMIUM_ARGS, findHeadlessShell, thisMachine } from './tests/support/browser/chromium.ts';
import type { FaultOptions } from './tests/support/faults/fault-stage.ts';

const browser = findHeadlessShell(thisMachine());

/**
 * Chromium starts processes in advance for pages that a test never opens. Chromium reads only the last list
 * of disabled features, so this list repeats the features that Playwright disables and that a test could
 * notice.
 */
const NO_SPARE_PROCESSES = `--disable-features=${[
  'SpareRendererForSitePerProcess',
  'AvoidUnnecessaryBeforeUnloadCheckSync',
  'DestroyProfileOnBrowserClose',
  'HttpsUpgrades',
  'HttpsFirstBalancedModeAutoEnable',
  'LensOverlay',
  'MediaRouter',
  'PaintHolding',
  'ThirdPartyStoragePartitioning',
  'AvoidCorsURLLoaderRestartOnRedirect',
  'OptimizationHints',
  'NetworkTimeServiceQuerying',
  'AimEnabled',
  'PreconnectToSearch',
]}`;

/** The end-to-end tests: a real browser and a real platform. Each test starts the platform on a free port. */
export default defineConfig<FaultOptions>({
  outputDir: '.cache/playwright',
  globalSetup: './tests/support/run/prepare-run.ts',
  // Tests mostly wait, so two workers keep two cores busy.
  workers: Number(process.env.E2E_WORKERS ?? 2),
  retries: 0,
  timeout: 60_000,
  expect: { timeout: 10_000 },
  forbidOnly: Boolean(process.env.CI),
  reporter: [['list']],
  use: {
    // Recording every step is slow. E2E_TRACE=1 stores the trace of each test that fails.
    trace: process.env.E2E_TRACE ? 'retain-on-failure' : 'off',
    // Filling its cache in each test took a fifth of the processor time. Its own tests allow it.
    serviceWorkers: 'block',
    launchOptions: {
      ...(browser.name === 'found' && { executablePath: browser.path }),
      args: [...CHROMIUM_ARGS, NO_SPARE_PROCESSES],
    },
  },
  projects: [
    {
      name: 'chromium',
      testDir: 'tests/e2e',
      testIgnore: 'faults/**',
      grepInvert: /@rare/,
      use: { ...devices['Desktop Chrome'] },
    },
    // The projects below run in `npm run test:long`, and `rare` and `faults` in its quick half.
    {
      name: 'rare',
      testDir: 'tests/e2e',
      testIgnore: 'faults/**',
      grep: /@rare/,
      use: { ...devices['Desktop Chrome'] },
    },
    // These tests measure how long a reconnect takes, so they never run in parallel.
    { name: 'faults', testDir: 'tests/e2e/faults', workers: 1, use: { ...devices['Desktop Chrome'] } },
    {
      name: 'long',
      testDir: 'tests/long',
      timeout: 600_000,
      use: { ...devices['Desktop Chrome'], serviceWorkers: 'allow' },
    },
    // The common faults again, without a SharedWorker. The ignored specs already have a test of each kind.
    {
      name: 'dedicated',
      testDir: 'tests/e2e/faults',
      testIgnore: /(broker-outage|peer-faults|school-networks|worker-end|wrong-clock)\.spec\.ts$/,
      workers: 1,
      timeout: 120_000,
      use: { ...devices['Desktop Chrome'], liveWorker: 'dedicated' },
    },
  ],
});

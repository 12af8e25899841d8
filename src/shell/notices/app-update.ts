/**
 * The page's half of the service worker: registers it, checks for new versions, offers them, and activates
 * one on confirmation. The new worker takes over every tab at once, and each reloads. Loaded after the shell.
 */

import { openClockWorker } from '#peer/share/clock-worker.ts';
import type { ServiceWorkerMessage } from '#protocol/threads/service-worker.ts';
import { appUpdate } from './app-update-state.ts';

/** The environment, replaced in tests. */
export type UpdatePage = {
  container: ServiceWorkerContainer;
  register: () => Promise<ServiceWorkerRegistration | undefined>;
  window: EventTarget;
  document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  nowMs: () => number;
  reload: () => void;
  /** Opens any worker from the service worker's origin. */
  openWorker: () => Pick<Worker, 'terminate'>;
};

/** Long-lived tabs check for a new version at this interval, used or not. */
const CHECK_INTERVAL_MS = 3_600_000;
/** Frequent changes between windows must not send a request each time. */
const THROTTLE_MS = 60_000;
/** If the page still exists then, the person has declined its reload. */
const GRACE_MS = 3_000;
/** A confirmed version usually takes over within a tenth of this. */
const RETRY_DELAY_MS = 2_000;

/** The version that waits for confirmation. */
let offered: { worker: ServiceWorker; page: UpdatePage; signal: AbortSignal } | undefined;
/** Aborts the wait for unfinished work. */
let waiting = new AbortController();

/** Runs until `signal` aborts. Production only, because the worker interferes with hot reload. */
export async function startAppUpdate(signal: AbortSignal): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  // Used for registration only: its update detection misses further versions once another tab has found one.
  const workbox = new Workbox('/service-worker.js');
  const page = {
    window,
    document,
    nowMs: () => Date.now(),
    reload: () => location.reload(),
    openWorker: openClockWorker,
  };
  const register = () => workbox.register();
  try {
    await followAppUpdates({ ...page, container: navigator.serviceWorker, register }, signal);
  } catch (error) {
    // Without a service worker, only the offline start is missing.
    console.warn('service worker', error);
  }
}

/** Resolves when the service worker is registered; rejects if it cannot be. */
export async function followAppUpdates(page: UpdatePage, signal: AbortSignal): Promise<void> {
  const { container } = page;
  // The first worker of a page takes over without replacing anything.
  let replaces = container.controller !== null;
  let staying: ReturnType<typeof setTimeout> | undefined;
  signal.addEventListener('abort', () => clearTimeout(staying), { once: true });
  container.addEventListener(
    'controllerchange',
    () => {
      if (replaces) {
        appUpdate.state = 'changing';
        page.reload();
        clearTimeout(staying);
        staying = setTimeout(() => {
          appUpdate.state = 'taken-over';
        }, GRACE_MS);
      }
      replaces = true;
    },
    { signal },
  );
  // A page after a forced reload has no controller, although it runs a replaceable version.
  const before = await container.getRegistration();
  if (before?.active) replaces = true;

  const registered = await page.register();
  if (signal.aborted || registered === undefined) return;
  const registration = registered;

  function watch(worker: ServiceWorker): void {
    const look = () => {
      if (worker.state === 'installed' && registration.active) offer({ worker, page, signal });
      else if (worker.state === 'redundant') withdraw(worker);
    };
    worker.addEventListener('statechange', look, { signal });
    look();
  }
  const watchInstalling = () => {
    if (registration.installing) watch(registration.installing);
  };
  registration.addEventListener('updatefound', watchInstalling, { signal });
  watchInstalling();
  if (registration.waiting) watch(registration.waiting);

  // The browser itself checks when a page opens.
  let checkedAtMs = page.nowMs();
  function check(): void {
    if (page.nowMs() - checkedAtMs < THROTTLE_MS) return;
    checkedAtMs = page.nowMs();
    // Without a network the check fails; the next one repeats it.
    registration.update().catch(() => {});
  }
  const timer = setInterval(check, CHECK_INTERVAL_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
  page.window.addEventListener('focus', check, { signal });
  page.document.addEventListener(
    'visibilitychange',
    () => {
      if (page.document.visibilityState === 'visible') check();
    },
    { signal },
  );
}

function offer(next: typeof offered): void {
  offered = next;
  // A confirmation also applies to a newer version.
  if (appUpdate.state !== 'waiting') appUpdate.state = 'ready';
}

/** The worker has failed, or was replaced by a newer one, which is offered by its own event. */
function withdraw(worker: ServiceWorker): void {
  if (offered?.worker !== worker) return;
  offered = undefined;
  declineUpdate();
}

/** Changes all tabs together: each reloads when the new worker has taken over. */
function changeOver(): void {
  const yes: ServiceWorkerMessage = { type: 'SKIP_WAITING' };
  if (offered === undefined) return;
  appUpdate.state = 'changing';
  offered.worker.postMessage(yes);
  letTakeOver(offered);
}

/**
 * Chromium stops the old version once it is idle. A request at that moment restarts it, and the new version
 * stays waiting, for minutes in a console in use. Opening a worker makes Chromium check again.
 */
function letTakeOver({ worker, page, signal }: NonNullable<typeof offered>): void {
  let opened: Pick<Worker, 'terminate'> | undefined;
  const end = () => {
    clearInterval(timer);
    opened?.terminate();
  };
  const timer = setInterval(() => {
    opened?.terminate();
    opened = undefined;
    if (worker.state === 'installed') opened = page.openWorker();
    else end();
  }, RETRY_DELAY_MS);
  signal.addEventListener('abort', end, { once: true });
}

/** Waits until no tab has unfinished work. Resolves when the change has begun, or the wait was aborted. */
export async function acceptUpdate(): Promise<void> {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const { isWorkBegun, whenNoWorkIsBegun } = await import('#ui/begun-work/no-begun-work.ts');
  if ((await isWorkBegun()) && !signal.aborted) appUpdate.state = 'waiting';
  await whenNoWorkIsBegun(changeOver, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** For a version that has taken over already. */
export const reloadNow = (): void => location.reload();

/** Unfinished work is lost. */
export function updateNow(): void {
  waiting.abort();
  changeOver();
}

/** Hides the offer until the page is reopened or a newer version is found. */
export function declineUpdate(): void {
  waiting.abort();
  appUpdate.state = 'none';
}

/**
 * The page's half of the service worker: registers it, looks for new versions, offers one, and changes over when a
 * person says so. The new worker takes over every tab at once, and each reloads into it. It comes after the shell.
 */
import type { ServiceWorkerMessage } from '#protocol/threads/service-worker.ts';
import { openClockWorker } from '../../peer/share/clock-worker.ts';
import { appUpdate } from './app-update-state.ts';

/** The page around it, so that tests can be one. */
export type UpdatePage = {
  container: ServiceWorkerContainer;
  register: () => Promise<ServiceWorkerRegistration | undefined>;
  window: EventTarget;
  document: EventTarget & { readonly visibilityState: DocumentVisibilityState };
  nowMs: () => number;
  reload: () => void;
  /** Any worker from the addresses of the service worker. */
  openWorker: () => Pick<Worker, 'terminate'>;
};

/** Long-lived tabs look for a new version this often, whether anybody is there or not. */
const CHECK_MS = 3_600_000;
/** Frequent changes between windows must not ask the server each time. */
const MIN_GAP_MS = 60_000;
/** A page that is still there then is not loaded again: its person was asked, and said no. */
const STAYS_MS = 3_000;
/** A new version that was told to take over mostly does so within a tenth of this. */
const TAKE_OVER_MS = 2_000;

/** The version that the person is asked about. */
let offered: { worker: ServiceWorker; page: UpdatePage; signal: AbortSignal } | undefined;
/** Ends the wait for what has been begun. */
let waiting = new AbortController();

/** Until `signal` aborts. Production only: in development the worker would stand between the page and hot reload. */
export async function startAppUpdate(signal: AbortSignal): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const { Workbox } = await import('workbox-window');
  // Registers only. Its own watching misses further versions once another tab has found one.
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
    // Without a service worker everything works but the offline start.
    console.warn('service worker', error);
  }
}

/** Resolves when the service worker is registered; rejects where there can be none. */
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
        }, STAYS_MS);
      }
      replaces = true;
    },
    { signal },
  );
  // A page after a forced reload has no controller, though it runs a version that can be replaced.
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

  // The browser looks by itself when a page opens.
  let checkedAtMs = page.nowMs();
  function check(): void {
    if (page.nowMs() - checkedAtMs < MIN_GAP_MS) return;
    checkedAtMs = page.nowMs();
    // Without network there is nothing to find; it is looked for again.
    registration.update().catch(() => {});
  }
  const timer = setInterval(check, CHECK_MS);
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
  // A yes is good for the newest.
  if (appUpdate.state !== 'waiting') appUpdate.state = 'ready';
}

/** Something newer took its place, which is offered by itself, or it has failed. */
function withdraw(worker: ServiceWorker): void {
  if (offered?.worker !== worker) return;
  offered = undefined;
  declineUpdate();
}

/** All tabs change over together: each reloads when the new worker has taken over. */
function changeOver(): void {
  const yes: ServiceWorkerMessage = { type: 'SKIP_WAITING' };
  if (offered === undefined) return;
  appUpdate.state = 'changing';
  offered.worker.postMessage(yes);
  letTakeOver(offered);
}

/**
 * Chromium ends the old version once that has nothing to do. A request that comes just then starts it again, and the new
 * version is left waiting, for minutes in a console that is used. Chromium looks again when a worker is opened.
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
  }, TAKE_OVER_MS);
  signal.addEventListener('abort', end, { once: true });
}

/** Resolves when the change has begun: once no tab has anything that would be lost; or when the wait is over. */
export async function acceptUpdate(): Promise<void> {
  waiting.abort();
  waiting = new AbortController();
  const { signal } = waiting;
  const { isWorkBegun, whenNoWorkIsBegun } = await import('../../ui/begun-work/no-begun-work.ts');
  if ((await isWorkBegun()) && !signal.aborted) appUpdate.state = 'waiting';
  await whenNoWorkIsBegun(changeOver, signal).catch((error: unknown) => {
    if (!signal.aborted) throw error;
  });
}

/** Where the new version has taken over already. */
export const reloadNow = (): void => location.reload();

/** What has been begun is lost. */
export function updateNow(): void {
  waiting.abort();
  changeOver();
}

/** Until the page is opened again, or a yet newer version is there. */
export function declineUpdate(): void {
  waiting.abort();
  appUpdate.state = 'none';
}

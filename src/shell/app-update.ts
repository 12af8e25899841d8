/**
 * The page's half of the service worker: registers it, notices a new version, and changes over when a person
 * says so. The new worker takes over every tab at once, and each reloads into it.
 */
import { proxy } from 'valtio/vanilla';
import type { Workbox } from 'workbox-window';
import type { ServiceWorkerMessage } from '#protocol/service-worker.ts';
import { onSignOut } from '../session/sign-out.ts';

/** `ready`: a new version waits for a person's yes. */
export const appUpdate = proxy<{ state: 'none' | 'ready' | 'changing' }>({ state: 'none' });

let workbox: Workbox | undefined;

/** Long-lived tabs ask for a new version this often. */
const CHECK_MS = 3_600_000;

/** Production only: in development the worker would stand between the page and hot reload. */
export async function startAppUpdate(signal: AbortSignal): Promise<void> {
  if (!import.meta.env.PROD || !('serviceWorker' in navigator)) return;
  const container = navigator.serviceWorker;
  // The first worker of a page takes over without replacing anything.
  let hadController = container.controller !== null;
  container.addEventListener(
    'controllerchange',
    () => {
      if (hadController) location.reload();
      hadController = true;
    },
    { signal },
  );
  const forget: ServiceWorkerMessage = { type: 'SIGNED_OUT' };
  const undo = onSignOut(() => container.controller?.postMessage(forget));
  signal.addEventListener('abort', undo, { once: true });
  const { Workbox } = await import('workbox-window');
  workbox = new Workbox('/service-worker.js');
  workbox.addEventListener('waiting', () => {
    appUpdate.state = 'ready';
  });
  try {
    await workbox.register();
  } catch (error) {
    // Without a service worker everything works but the offline start.
    console.warn('service worker', error);
    return;
  }
  const check = () => {
    void workbox?.update().catch(() => {});
  };
  const timer = setInterval(check, CHECK_MS);
  signal.addEventListener('abort', () => clearInterval(timer), { once: true });
}

/** All tabs change over together: each reloads when the new worker has taken over. */
export function acceptUpdate(): void {
  appUpdate.state = 'changing';
  workbox?.messageSkipWaiting();
}

export function declineUpdate(): void {
  appUpdate.state = 'none';
}

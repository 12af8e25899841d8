/** The inventory of the session's site, read by a worker of this tab. */
import * as Comlink from 'comlink';
import { systemClock } from '#protocol/clock.ts';
import type { InventoryWorker } from '#protocol/threads/inventory-worker.ts';
import { freshToken } from '#session/fresh-token.ts';
import { session } from '#session/session-state.ts';
import { onSignOut } from '#session/sign-out.ts';
import { tenant } from '#session/tenant.ts';
import { createInventoryClient } from './create-inventory-client.ts';

/** Long enough for a user who switches tabs of the page to find the inventory unchanged. */
const IDLE_TIMEOUT_MS = 30_000;

export const inventoryClient = createInventoryClient({
  start(onFailed) {
    const worker = new Worker(new URL('../../../workers/inventory/main.ts', import.meta.url), {
      name: 'lectern-inventory',
      type: 'module',
    });
    worker.addEventListener('error', onFailed);
    const face = Comlink.wrap<InventoryWorker>(worker) as unknown as InventoryWorker;
    return { face, end: () => worker.terminate() };
  },
  proxy: Comlink.proxy,
  source() {
    const { state } = session;
    const person = state.name === 'signed-in' ? `${state.auth.siteId ?? ''}/${state.auth.userId}` : '';
    return {
      restUrl: `${tenant.address('REST_URL').replace(/\/$/, '')}/v1`,
      tenantKey: tenant.key,
      owner: `${tenant.key}/${person}`,
    };
  },
  token: freshToken,
  onSessionEnd: onSignOut,
  clock: systemClock,
  idleMs: IDLE_TIMEOUT_MS,
});

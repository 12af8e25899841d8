/** Follows changes of the tutor's roles while the console is open, and updates the screen. */
import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { subscribe } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import type { SessionState } from '#session/session-state.ts';
import type { NewToast } from '../toasts/toasts.ts';

const m = {
  rolesChanged: (p: { place: string | undefined }) =>
    `Your roles ${p.place === undefined ? '' : `on ${p.place} `}have changed, and with them what you can see and do here.`,
} as const;

/** Long enough to read it beside a class. */
const DISPLAY_MS = 12_000;
/** A burst of refused fetches requests the roles once, and once more after this time. */
const RETRY_DELAY_MS = 3_000;

export type RoleChangesDeps = {
  session: { state: SessionState };
  client: QueryClient;
  router: { invalidate(): Promise<void> };
  /** Fetches the session's roles. */
  renew(): Promise<void>;
  show(toast: NewToast): void;
  clock: Pick<Clock, 'after'>;
};

/**
 * Runs until `signal` aborts. A refused request reveals a change in the admin realm, which has no broker
 * connection. It also reveals a change to a console that was not connected at the time.
 */
export function followRoles(deps: RoleChangesDeps, signal: AbortSignal): void {
  const { session, client, router } = deps;
  let before = rolesIn(session.state);
  let asking: 'not' | 'just' | 'again' = 'not';
  let stopWaiting = () => {};

  function compare(): void {
    const { state } = session;
    const now = rolesIn(state);
    if (state.name !== 'signed-in' || now === before) return;
    before = now;
    const { realm, siteName } = state.auth;
    const place = realm === 'console' ? siteName : undefined;
    deps.show({ type: 'info', text: m.rolesChanged({ place }), lifetimeMs: DISPLAY_MS });
    // Runs the guards of the routes again, and refetches everything that was fetched with the former roles.
    void router.invalidate();
    void client.invalidateQueries();
  }

  function look(event: QueryCacheNotifyEvent | MutationCacheNotifyEvent): void {
    if (event.type !== 'updated' || event.action.type !== 'error') return;
    const { error } = event.action;
    if (!isAppError(error) || error.code !== 'forbidden') return;
    if (asking === 'not') ask();
    else asking = 'again';
  }

  function ask(): void {
    asking = 'just';
    stopWaiting = deps.clock.after(RETRY_DELAY_MS, () => {
      if (asking === 'again') ask();
      else asking = 'not';
    });
    deps.renew().catch((reason: unknown) => console.warn('roles of the session', reason));
  }

  const undo = [
    () => stopWaiting(),
    subscribe(session, compare),
    client.getQueryCache().subscribe(look),
    client.getMutationCache().subscribe(look),
  ];
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of undo) stop();
    },
    { once: true },
  );
}

/** A text that is equal for the same roles in any order. */
const rolesIn = (state: SessionState): string | undefined =>
  state.name === 'signed-in' ? JSON.stringify([...state.auth.roles].sort()) : undefined;

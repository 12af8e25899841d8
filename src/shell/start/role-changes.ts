/** What a tutor may do changes while their console is open: the roles of the session are read anew, and the screen follows. */
import type { MutationCacheNotifyEvent, QueryCacheNotifyEvent, QueryClient } from '@tanstack/react-query';
import { subscribe } from 'valtio/vanilla';
import { isAppError } from '#protocol/app-error.ts';
import type { Clock } from '#protocol/clock.ts';
import type { SessionState } from '../../session/session-state.ts';
import type { NewToast } from '../toasts/toasts.ts';

const m = {
  rolesChanged: (p: { place: string | undefined }) =>
    `Your roles ${p.place === undefined ? '' : `on ${p.place} `}have changed, and with them what you can see and do here.`,
} as const;

/** Long enough to be read beside a class. */
const TOAST_MS = 12_000;
/** A screen whose reads are all refused asks once, and what is refused in this time once more after it. */
const ASK_AGAIN_AFTER_MS = 3_000;

export type RoleChangesDeps = {
  session: { state: SessionState };
  client: QueryClient;
  router: { invalidate(): Promise<void> };
  /** Reads the session's roles anew. */
  renew(): Promise<void>;
  show(toast: NewToast): void;
  clock: Pick<Clock, 'after'>;
};

/**
 * Until `signal` aborts. A refusal is how the admin realm hears of a change, because it has no broker connection, and it is
 * how a console hears of one that came while it was not connected.
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
    deps.show({ type: 'info', text: m.rolesChanged({ place }), lifetimeMs: TOAST_MS });
    // The guards of the routes look again, and what was read with the roles of before is read anew.
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
    stopWaiting = deps.clock.after(ASK_AGAIN_AFTER_MS, () => {
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

/** The same text for the same roles in any order; another one after another sign-in. */
const rolesIn = (state: SessionState): string | undefined =>
  state.name === 'signed-in' ? JSON.stringify([...state.auth.roles].sort()) : undefined;

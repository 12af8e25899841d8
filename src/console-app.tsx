import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { roleFlags } from '#domain/people/roles.ts';
import { systemClock } from '#protocol/clock.ts';
import { createQueryClient } from '#rest/query-client.ts';
import { consoleSession } from '#session/console-session.ts';
import { session } from '#session/session-state.ts';
import { onSignOut, signOut } from '#session/sign-out.ts';
import { LeaveBlocker } from '#shell/leaving/leave-blocker.tsx';
import { followConnectivity } from '#shell/notices/connectivity.ts';
import { openDeviceCopy } from '#shell/start/device-copy.ts';
import { startFirstReads } from '#shell/start/first-reads.ts';
import { startLiveSession } from '#shell/start/live-session.ts';
import { keepStunCredentials } from '#shell/start/peer-readiness.ts';
import { whenRead } from '#shell/start/when-read.ts';
import { whenResting } from '#shell/start/when-resting.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import type { RenderFailure } from '#ui/boundary/describe-failure.ts';
import { openRoot } from '#ui/boundary/open-root.tsx';
import { LeaveGuard } from '#ui/dialog/leave-dialog.ts';
import { createConsoleRouter } from './routes/console-router.tsx';
import { preloadGroupScreen, preloadListScreens } from './routes/console-routes.ts';

async function run(root: HTMLElement, life: AbortController): Promise<void> {
  const queryClient = createQueryClient();
  // Starting the broker connection requires nothing else.
  startLiveSession(queryClient, life.signal);
  const { state } = session;
  // The token has expired at the start only if the platform did not answer the request for a new one.
  const isUnanswered = state.name === 'signed-in' && state.auth.expiresAtMs <= Date.now();
  followConnectivity(queryClient, life.signal, { isUnanswered });
  startFirstReads(queryClient);
  preloadGroupScreen(location.pathname);
  const router = createConsoleRouter({
    queryClient,
    session() {
      const { state } = session;
      return state.name === 'signed-in'
        ? { realm: state.auth.realm, roles: roleFlags(state.auth.roles) }
        : undefined;
    },
    leave: () => signOut('not-signed-in'),
  });
  void followRolesOf(queryClient, router, life.signal);
  await openDeviceCopy(queryClient, life.signal);
  if (life.signal.aborted || session.state.name !== 'signed-in') return;
  const react = openRoot(
    root,
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <LeaveGuard value={LeaveBlocker}>
          <RouterProvider router={router} />
        </LeaveGuard>
      </QueryClientProvider>
    </StrictMode>,
    (failure) => void reportFailure(failure),
  );
  life.signal.addEventListener('abort', () => react.unmount(), { once: true });
  // Leaving the page may take long without a network: the session's data must be off the screen before that.
  onSignOut(() => react.unmount());
  keepStunCredentials(life.signal);
  void watchClock(life.signal);
  const isMaintainer = state.name === 'signed-in' && roleFlags(state.auth.roles).groupMaintainer;
  if (isMaintainer) whenResting(preloadListScreens, life.signal);
  const startUpdates = async () => {
    const { startAppUpdate } = await import('#shell/notices/app-update.ts');
    await startAppUpdate(life.signal);
  };
  // The first visit fetches everything that the service worker caches: on a slow line it waits for the first
  // screen.
  if (navigator.serviceWorker?.controller) await startUpdates();
  else whenRead(queryClient, () => void startUpdates().catch(console.error), life.signal);
}

/** The code is loaded after the shell, which does not need it for the first screen. */
async function followRolesOf(
  client: QueryClient,
  router: ReturnType<typeof createConsoleRouter>,
  signal: AbortSignal,
): Promise<void> {
  try {
    const { followRoles } = await import('#shell/start/role-changes.ts');
    const { renew } = consoleSession;
    if (!signal.aborted)
      followRoles({ session, client, router, renew, show: toasts.show, clock: systemClock }, signal);
  } catch (error) {
    console.warn('roles of the session', error);
  }
}

/** The code is loaded after the shell, because few clocks are wrong. */
async function watchClock(signal: AbortSignal): Promise<void> {
  try {
    const { warnOfWrongClock } = await import('#shell/notices/clock-notice.ts');
    if (!signal.aborted) warnOfWrongClock(toasts.show, signal);
  } catch (error) {
    console.warn('clock', error);
  }
}

/** The code is loaded with the first failure. */
async function reportFailure(failure: RenderFailure): Promise<void> {
  try {
    const { reportFailure: report } = await import('#shell/start/failure-reports.ts');
    report(failure);
  } catch (error) {
    console.warn('failure not reported', error);
  }
}

/** The console of a signed-in session, for as long as the page lives. */
export function startConsole(root: HTMLElement): void {
  const life = new AbortController();
  run(root, life).catch((error: unknown) => console.error('console', error));
  import.meta.hot?.dispose(() => life.abort());
}

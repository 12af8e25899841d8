import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { roleFlags } from '#domain/people/roles.ts';
import { createQueryClient } from './rest/query-client.ts';
import { createConsoleRouter } from './routes/console-router.tsx';
import { preloadGroupScreen, preloadListScreens } from './routes/console-routes.ts';
import { session } from './session/session-state.ts';
import { onSignOut, signOut } from './session/sign-out.ts';
import { startAppUpdate } from './shell/notices/app-update.ts';
import { followConnectivity } from './shell/notices/connectivity.ts';
import { openDeviceCopy } from './shell/start/device-copy.ts';
import { startFirstReads } from './shell/start/first-reads.ts';
import { startLiveSession } from './shell/start/live-session.ts';
import { keepStunCredentials } from './shell/start/peer-readiness.ts';
import { whenResting } from './shell/start/when-resting.ts';

async function run(root: HTMLElement, life: AbortController): Promise<void> {
  const queryClient = createQueryClient();
  // Nothing else needs to be there for the broker connection to begin.
  startLiveSession(queryClient, life.signal);
  const { state } = session;
  // An expired token at the start: the platform did not answer when it was asked for another.
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
  await openDeviceCopy(queryClient, life.signal);
  if (life.signal.aborted || session.state.name !== 'signed-in') return;
  const react = createRoot(root);
  life.signal.addEventListener('abort', () => react.unmount(), { once: true });
  // Leaving the page may take long where the network is gone: nothing of the session may be seen until then.
  onSignOut(() => react.unmount());
  react.render(
    <StrictMode>
      <QueryClientProvider client={queryClient}>
        <RouterProvider router={router} />
      </QueryClientProvider>
    </StrictMode>,
  );
  keepStunCredentials(life.signal);
  const isMaintainer = state.name === 'signed-in' && roleFlags(state.auth.roles).groupMaintainer;
  if (isMaintainer) whenResting(preloadListScreens, life.signal);
  await startAppUpdate(life.signal);
}

/** The console of a signed-in session, for as long as the page lives. */
export function startConsole(root: HTMLElement): void {
  const life = new AbortController();
  run(root, life).catch((error: unknown) => console.error('console', error));
  import.meta.hot?.dispose(() => life.abort());
}

import { QueryClientProvider } from '@tanstack/react-query';
import { RouterProvider } from '@tanstack/react-router';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { roleFlags } from '#domain/roles.ts';
import { createQueryClient } from './rest/query-client.ts';
import { createConsoleRouter } from './routes/console-router.tsx';
import { session } from './session/session-state.ts';
import { signOut } from './session/sign-out.ts';
import { startAppUpdate } from './shell/app-update.ts';
import { followConnectivity } from './shell/connectivity.ts';
import { openDeviceCopy } from './shell/device-copy.ts';
import { startLiveSession } from './shell/live-session.ts';
import { ThemeProvider } from './ui/theme-provider.tsx';

async function run(root: HTMLElement, life: AbortController): Promise<void> {
  const queryClient = createQueryClient();
  // Nothing else needs to be there for the broker connection to begin.
  startLiveSession(queryClient, life.signal);
  followConnectivity(queryClient, life.signal);
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
  if (life.signal.aborted) return;
  const react = createRoot(root);
  life.signal.addEventListener('abort', () => react.unmount(), { once: true });
  react.render(
    <StrictMode>
      <ThemeProvider>
        <QueryClientProvider client={queryClient}>
          <RouterProvider router={router} />
        </QueryClientProvider>
      </ThemeProvider>
    </StrictMode>,
  );
  await startAppUpdate(life.signal);
}

/** The console of a signed-in session, for as long as the page lives. */
export function startConsole(root: HTMLElement): void {
  const life = new AbortController();
  run(root, life).catch((error: unknown) => console.error('console', error));
  import.meta.hot?.dispose(() => life.abort());
}

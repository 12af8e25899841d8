import { useRouter } from '@tanstack/react-router';
import { useMemo } from 'react';
import { liveConnection } from '#live/live-connection.ts';
import { useConnection } from '#live/use-connection.ts';
import { fileChunks } from '#peer/chunks/chunks-worker.ts';
import { peerCounts } from '#peer/peers.ts';
import type { FeedbackDiagnostics } from '#protocol/rest/feedback.ts';
import { VERSION } from '#protocol/version.ts';
import { useAuth } from '#session/session-store.ts';
import { diagnosticsOf, peerRefusals } from './diagnostics.ts';

/** Current diagnostics of a report about the page at `path`. Only the rendered values may be sent. */
export function useDiagnostics(path: string): FeedbackDiagnostics {
  const connection = useConnection();
  const { realm, siteName } = useAuth();
  const router = useRouter();
  return useMemo(
    () =>
      diagnosticsOf({
        realm,
        siteName,
        connection,
        version: VERSION,
        entry: document.querySelector<HTMLScriptElement>('script[type="module"][src]')?.src,
        userAgent: navigator.userAgent,
        route: router.matchRoutes(path, {}).at(-1)?.fullPath ?? 'unknown',
        dropped: { ...liveConnection.dropped(), ...peerRefusals(peerCounts(), fileChunks.refused()) },
      }),
    [realm, siteName, connection, router, path],
  );
}

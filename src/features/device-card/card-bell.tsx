import { useCallback, useSyncExternalStore } from 'react';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { AlertBell } from '../policy-events/event-bell.tsx';
import { alertBells } from '../policy-events/event-bells.ts';

/** How many new alerts there are of a device; leads to them (`path`). Nothing without one. */
export function CardBell(props: { client: LiveClient; name: string; path: string }) {
  const { clientId, userId } = props.client;
  const count = useSyncExternalStore(
    alertBells.subscribe,
    useCallback(() => alertBells.of({ clientId, userId }), [clientId, userId]),
  );
  return <AlertBell count={count} name={props.name} path={props.path} />;
}

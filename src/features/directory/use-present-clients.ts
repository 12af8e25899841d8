import { useMemo } from 'react';
import { useActiveUsers } from '#live/use-active-users.ts';
import { createPresentClients, type PresentClients } from './present-clients.ts';

/** The connected clients of the site, kept up to date. The platform sends them to group maintainers only. */
export function usePresentClients(): PresentClients {
  const read = useMemo(createPresentClients, []);
  const active = useActiveUsers();
  return useMemo(() => read(active), [read, active]);
}

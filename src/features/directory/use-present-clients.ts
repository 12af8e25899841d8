import { useMemo } from 'react';
import { useActiveUsers } from '../../live/use-active-users.ts';
import { createPresentClients, type PresentClients } from './present-clients.ts';

/** Who is connected on the site, as it changes. Only group maintainers are told. */
export function usePresentClients(): PresentClients {
  const read = useMemo(createPresentClients, []);
  const active = useActiveUsers();
  return useMemo(() => read(active), [read, active]);
}

import { OnlineStatus } from '#features/wake/online-status.tsx';
import type { MemberRow } from './member-row.ts';

/** Online, waking or offline. */
export const MemberStatus = ({ row }: { row: MemberRow }) => (
  <OnlineStatus
    isOnline={row.clients.length > 0}
    isWindows={row.kind === 'device' && row.type === 'windowsAgent'}
    wokenAt={row.wokenAt}
  />
);

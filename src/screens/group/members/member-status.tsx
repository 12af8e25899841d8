import { OnlineStatus } from '../../../features/wake/online-status.tsx';
import type { MemberRow } from './member-row.ts';

/** Online, offline, or that a wake is on its way to it. */
export const MemberStatus = ({ row }: { row: MemberRow }) => (
  <OnlineStatus
    isOnline={row.clients.length > 0}
    isWindows={row.kind === 'device' && row.type === 'windowsAgent'}
    wokenAt={row.wokenAt}
  />
);

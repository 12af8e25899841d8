import { isComputer } from '#domain/devices/device-type.ts';
import { OnlineStatus } from '#features/wake/online-status.tsx';
import type { MemberRow } from './member-row.ts';

/** Online, waking, shut out or offline. */
export const MemberStatus = ({ row }: { row: MemberRow }) => (
  <OnlineStatus
    isOnline={row.clients.length > 0}
    isComputer={row.kind === 'device' && isComputer(row.type)}
    isShutOut={row.isShutOut}
    wokenAt={row.wokenAt}
  />
);

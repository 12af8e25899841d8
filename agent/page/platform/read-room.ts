/** Reads a chat room's history before it was opened on this page. */
import { AppError } from '#protocol/app-error.ts';
import { roomSeatSchema } from '#protocol/rest/live-room.ts';
import type { ReadRoom } from '../../core/actions/room-readings.ts';
import type { PlatformCall } from '../../core/connection/platform-call.ts';
import type { StudentSite } from './student-site.ts';

export function createReadRoom(deps: {
  call: PlatformCall;
  configuration: Pick<StudentSite['configuration'], 'REST_URL' | 'tenant'>;
  accessToken: () => string | undefined;
  signal: AbortSignal;
}): ReadRoom {
  return async (roomId) => {
    const bearer = deps.accessToken();
    if (bearer === undefined) throw new AppError('unauthorized', 'The page is not enrolled');
    const url = `${deps.configuration.REST_URL}/v1/live-rooms/${encodeURIComponent(roomId)}/seat`;
    return deps.call(
      { url, tenantKey: deps.configuration.tenant, bearer, signal: deps.signal },
      roomSeatSchema,
    );
  };
}

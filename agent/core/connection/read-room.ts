/** Reads a chat room's history before it was opened on this device. */
import { AppError } from '#protocol/app-error.ts';
import type { TenantConfiguration } from '#protocol/auth/tenant-configuration.ts';
import type { JsonRequest } from '#protocol/json-request.ts';
import { roomSeatSchema } from '#protocol/rest/live-room.ts';
import type { ReadRoom } from '../actions/room-readings.ts';
import type { PlatformCall } from './platform-call.ts';

export function createReadRoom(deps: {
  call: PlatformCall;
  configuration: Pick<TenantConfiguration, 'REST_URL' | 'tenant'>;
  accessToken: () => string | undefined;
  /** Aborts requests when the device stops. */
  signal: JsonRequest['signal'];
}): ReadRoom {
  return async (roomId) => {
    const bearer = deps.accessToken();
    if (bearer === undefined) throw new AppError('unauthorized', 'The device is not enrolled');
    const { configuration, signal } = deps;
    const url = `${configuration.REST_URL}/v1/live-rooms/${encodeURIComponent(roomId)}/seat`;
    return deps.call(
      { url, tenantKey: configuration.tenant, bearer, ...(signal && { signal }) },
      roomSeatSchema,
    );
  };
}

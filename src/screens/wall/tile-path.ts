import { devicePath } from '#domain/devices/device-path.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** Path of the device's own screen; undefined while it is disconnected. */
export function tilePath(groupId: string, client: LiveClient | undefined): string | undefined {
  if (client === undefined) return undefined;
  const { authType, userId, clientId, info } = client;
  return devicePath({ groupId, authType, userId, clientId, deviceManagementId: info?.deviceId });
}

import { useQuery } from '@tanstack/react-query';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { isShutOut, wokenAtOf } from '#domain/devices/wake-status.ts';
import { shownText } from '#domain/shown-text.ts';
import { isAppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { deviceQuery } from '#rest/devices.ts';
import { userQuery } from '#rest/users.ts';
import type { DevicePlace } from './use-device-place.ts';

/** The directory's record of a device and of its user. Texts are cut to one line. */
export type KnownDevice = {
  /** The directory has the device (for people: the user), or has not answered yet. */
  isThere: boolean;
  type: DeviceType | undefined;
  version: string | undefined;
  /** When the last wake was sent to it. */
  wokenAt: EpochMs | undefined;
  /** It may not connect. */
  isShutOut: boolean;
  hostname: string;
  alias: string;
  /** The alias, or else the user's name; empty where there is neither. */
  name: string;
};

/** `isAway`: the device is disconnected, so its user's name must be read from the directory. */
export function useKnownDevice(
  place: Pick<DevicePlace, 'deviceManagementId' | 'authType' | 'userId' | 'section'>,
  isAway: boolean,
): KnownDevice {
  const { deviceManagementId: id, authType, userId, section } = place;
  // In the users section a person may have no device yet.
  const isOfUser = section === 'users';
  const device = useQuery({ ...deviceQuery(id ?? ''), enabled: id !== undefined });
  const user = useQuery({
    ...userQuery(userId),
    enabled: isAway && (id !== undefined || isOfUser) && authType === 'user',
    retry: false,
  });
  const alias = shownText(device.data?.alias ?? '');
  return {
    isThere: isOfUser ? !isUnknown(user.error) : id !== undefined && !isUnknown(device.error),
    type: device.data?.type,
    version: device.data?.version,
    wokenAt: wokenAtOf(device.data ?? {}),
    isShutOut: isShutOut(device.data ?? {}),
    hostname: shownText(device.data?.hostname ?? ''),
    alias,
    name: alias || shownText(user.data?.name ?? ''),
  };
}

/** Only an answer of the platform counts as unknown: a failed request proves nothing. */
const isUnknown = (error: unknown) =>
  isAppError(error) && (error.code === 'not-found' || error.code === 'forbidden');

import { useQuery } from '@tanstack/react-query';
import type { DeviceType } from '#domain/devices/device-type.ts';
import { wokenAtOf } from '#domain/devices/wake-status.ts';
import { shownText } from '#domain/shown-text.ts';
import { isAppError } from '#protocol/app-error.ts';
import { deviceQuery } from '../../rest/devices.ts';
import { userQuery } from '../../rest/users.ts';
import type { DevicePlace } from './use-device-place.ts';

/** What the directory says of a device and of its user. Texts are cut to one line. */
export type KnownDevice = {
  /** The directory has the device, or among the users its person; or it has not answered yet. */
  isThere: boolean;
  type: DeviceType | undefined;
  version: string | undefined;
  /** Epoch ms of the last wake that was sent to it. */
  wokenAt: number | undefined;
  hostname: string;
  alias: string;
  /** The alias, else the user's name; empty where there is neither. */
  name: string;
};

/** `isAway`: whose user's name the device does not say itself. */
export function useKnownDevice(
  place: Pick<DevicePlace, 'deviceManagementId' | 'authType' | 'userId' | 'section'>,
  isAway: boolean,
): KnownDevice {
  const { deviceManagementId: id, authType, userId, section } = place;
  // Among the users a person is looked at, who may have no device yet.
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
    hostname: shownText(device.data?.hostname ?? ''),
    alias,
    name: alias || shownText(user.data?.name ?? ''),
  };
}

/** Only the platform's word that it has no such device counts: a read that failed says nothing of the device. */
const isUnknown = (error: unknown) =>
  isAppError(error) && (error.code === 'not-found' || error.code === 'forbidden');

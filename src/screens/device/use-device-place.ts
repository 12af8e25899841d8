/** The device of this screen, from the address. */
import { useMatches, useParams, useSearch } from '@tanstack/react-router';
import { useMemo } from 'react';
import { type DeviceSearch, UNKNOWN_DEVICE } from '#domain/devices/device-path.ts';
import type { AuthType } from '#domain/devices/device-type.ts';
import type { DeviceSection } from '#domain/devices/single-device.ts';

declare module '@tanstack/react-router' {
  interface StaticDataRouteOption {
    /** Set by the single-device routes. */
    device?: { authType: AuthType; section: DeviceSection };
  }
}

export type DevicePlace = {
  section: DeviceSection;
  authType: AuthType;
  userId: string;
  clientId: string;
  deviceManagementId: string | undefined;
  groupId: string | undefined;
};

/** The place of the device in the address, as the same object until the address names another device. */
export function useDevicePlace(): DevicePlace {
  const params = useParams({ strict: false });
  const { userId = '', deviceId: clientId = '', groupId } = params;
  const deviceManagementId =
    params.deviceManagementId === UNKNOWN_DEVICE ? undefined : params.deviceManagementId;
  const about = useMatches({ select: (matches) => matches.at(-1)?.staticData.device });
  const authType = about?.authType ?? 'user';
  const section = about?.section ?? 'group';
  return useMemo(
    () => ({ section, authType, userId, clientId, deviceManagementId, groupId }),
    [section, authType, userId, clientId, deviceManagementId, groupId],
  );
}

export const useDeviceSearch = (): DeviceSearch => useSearch({ strict: false });

import { queryOptions } from '@tanstack/react-query';
import {
  type DeviceAccess,
  deviceAccessSchema,
  deviceSchema,
  type SiteDevice,
  siteDeviceSchema,
} from '#protocol/rest/device.ts';
import { reachabilitySchema } from '#protocol/rest/reachability.ts';
import { type DirectoryListSource, directoryListQuery } from './directory-list.ts';
import { deleteDocument, getDocument, getPaged, getPages, putAndRead } from './http.ts';

const path = (id: string) => `/devices/${encodeURIComponent(id)}`;

/** All devices of the site's directory, connected or not; for maintainers. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => getPaged('/devices', deviceSchema, { signal }),
  });

/** One device by its directory id, connected or not, if this tutor may access it. */
export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => getDocument(path(id), deviceSchema, { signal }),
  });

const POLL_INTERVAL_MS = 30_000;
/**
 * Shorter while a connection still counts as open. The query runs because the device is silent, and the
 * platform records the end of its connection a second after it announces it.
 */
const FAST_POLL_INTERVAL_MS = 3_000;

/** Whether a device can be reached, and why not. Polled, because connections send no change notifications. */
export const reachabilityQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', id, 'reachability'],
    queryFn: ({ signal }) => getDocument(`${path(id)}/reachability`, reachabilitySchema, { signal }),
    // Always stale, because the last result may describe an earlier absence.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.connection?.endedAt === null ? FAST_POLL_INTERVAL_MS : POLL_INTERVAL_MS,
    retry: false,
  });

export const siteDevices: DirectoryListSource<SiteDevice> = {
  resource: 'devices',
  pages: (read) => getPages('/devices', siteDeviceSchema, read),
  one: (id, read) => getDocument(path(id), siteDeviceSchema, read),
};

/** The devices of the site, page by page; for maintainers. */
export const siteDevicesQuery = () => directoryListQuery(siteDevices);

/** Shuts a device out, or lets it in again. Throws AppError. */
export const setDeviceAccess = (id: string, isShutOut: boolean): Promise<DeviceAccess> =>
  putAndRead(`${path(id)}/access`, { isShutOut }, deviceAccessSchema);

/** Throws AppError. */
export const deleteDevice = (id: string): Promise<void> => deleteDocument(path(id));

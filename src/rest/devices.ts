import { queryOptions } from '@tanstack/react-query';
import { deviceSchema, type SiteDevice, siteDeviceSchema } from '#protocol/rest/device.ts';
import { reachabilitySchema } from '#protocol/rest/reachability.ts';
import { type DirectoryListSource, directoryListQuery } from './directory-list.ts';
import { deleteDocument, getDocument, getPaged, getPages } from './http.ts';

const path = (id: string) => `/devices/${encodeURIComponent(id)}`;

/** The devices of the site's directory, connected or not, all at once; for maintainers. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => getPaged('/devices', deviceSchema, { signal }),
  });

/** One of them, by the directory's id, connected or not: of those whom this tutor may reach. */
export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => getDocument(path(id), deviceSchema, { signal }),
  });

const REACHED_AGAIN_MS = 30_000;
/** It is asked because nothing is heard: the end of its connection is noted a second after everybody has heard of it. */
const STILL_OPEN_AGAIN_MS = 3_000;

/** Whether it can be reached, and why not; read again and again, because nobody is told of connections. */
export const reachabilityQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', id, 'reachability'],
    queryFn: ({ signal }) => getDocument(`${path(id)}/reachability`, reachabilitySchema, { signal }),
    // What was true when it was away the last time says nothing of this time.
    staleTime: 0,
    refetchInterval: ({ state: { data } }) =>
      data?.connection?.endedAt === null ? STILL_OPEN_AGAIN_MS : REACHED_AGAIN_MS,
    retry: false,
  });

export const siteDevices: DirectoryListSource<SiteDevice> = {
  resource: 'devices',
  pages: (read) => getPages('/devices', siteDeviceSchema, read),
  one: (id, read) => getDocument(path(id), siteDeviceSchema, read),
};

/** The devices of the site, page by page; for maintainers. */
export const siteDevicesQuery = () => directoryListQuery(siteDevices);

/** Throws AppError. */
export const deleteDevice = (id: string): Promise<void> => deleteDocument(path(id));

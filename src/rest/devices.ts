import { queryOptions } from '@tanstack/react-query';
import { deviceSchema } from '#protocol/rest/device.ts';
import { getDocument, getPaged } from './http.ts';

/** The devices of the site's directory, connected or not; for maintainers. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => getPaged('/devices', deviceSchema, { signal }),
  });

/** One of them, by the directory's id, connected or not: of those whom this tutor may reach. */
export const deviceQuery = (id: string) =>
  queryOptions({
    queryKey: ['devices', id],
    queryFn: ({ signal }) => getDocument(`/devices/${encodeURIComponent(id)}`, deviceSchema, { signal }),
  });

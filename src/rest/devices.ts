import { queryOptions } from '@tanstack/react-query';
import { deviceSchema } from '#protocol/rest/device.ts';
import { getPaged } from './http.ts';

/** The devices of the site's directory, connected or not; for maintainers. */
export const devicesQuery = () =>
  queryOptions({
    queryKey: ['devices'],
    queryFn: ({ signal }) => getPaged('/devices', deviceSchema, { signal }),
  });

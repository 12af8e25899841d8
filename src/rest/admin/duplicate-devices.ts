import { queryOptions } from '@tanstack/react-query';
import * as v from 'valibot';
import {
  duplicateDevicesSchema,
  type SeparateBody,
  type UniteBody,
} from '#protocol/rest/admin/duplicate-devices.ts';
import { getDocument, postAndRead } from '../http.ts';

const PATH = '/admin/duplicate-devices';

const idSchema = v.object({ id: v.string() });

/** Devices that may be duplicates, or several machines under one id; for super admins. A slow request. */
export const duplicateDevicesQuery = () =>
  queryOptions({
    queryKey: ['admin', 'duplicate-devices'],
    queryFn: ({ signal }) => getDocument(PATH, duplicateDevicesSchema, { signal }),
    staleTime: 0,
    refetchOnWindowFocus: true,
  });

/** Returns the id of the device that remains. Throws AppError; `conflict` while both are connected. */
export const uniteDevices = (body: UniteBody): Promise<{ id: string }> =>
  postAndRead(`${PATH}/unite`, body, idSchema);

/** Returns the id of the device that was separated. Throws AppError. */
export const separateDevices = (body: SeparateBody): Promise<{ id: string }> =>
  postAndRead(`${PATH}/separate`, body, idSchema);

import { queryOptions } from '@tanstack/react-query';
import { mediaDownloadSchema } from '#protocol/rest/media.ts';
import { tenant } from '#session/tenant.ts';
import { getDocument } from './http.ts';

/** A download URL is valid for five minutes. */
const CACHE_TTL_MS = 4 * 60_000;

/** The download URL of an alert's picture. Throws AppError: `not-found` if it is no longer stored. */
export const pictureQuery = (mediaId: string) =>
  queryOptions({
    queryKey: ['media', mediaId],
    queryFn: async ({ signal }) => {
      const path = `/media/download/${encodeURIComponent(mediaId)}`;
      const { downloadUrl } = await getDocument(path, mediaDownloadSchema, { signal });
      return new URL(downloadUrl, tenant.address('REST_URL')).href;
    },
    staleTime: CACHE_TTL_MS,
    gcTime: CACHE_TTL_MS,
    retry: false,
  });

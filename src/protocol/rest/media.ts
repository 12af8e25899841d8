import * as v from 'valibot';

/**
 * `GET /media/download/{id}`: `downloadUrl` is a path with its query below `REST_URL`, or a whole address.
 * Needs no token, valid for five minutes. 404: no longer stored, or not for this tutor.
 */
export const mediaDownloadSchema = v.object({ downloadUrl: v.pipe(v.string(), v.maxLength(4_096)) });
export type MediaDownload = v.InferOutput<typeof mediaDownloadSchema>;

/** The background image of a group's wall: `/group-media/…/{groupId}`. Changes need the role groupMaintainer. */
import * as v from 'valibot';

const objectKey = v.pipe(v.string(), v.minLength(1), v.maxLength(512));

/**
 * `POST /group-media/upload/{groupId}`: a form in the manner of an S3 presigned POST. The file is posted to `url` as
 * multipart, after all of `fields`, as `file`; it is at most 5 MiB, and the form is good for ten minutes.
 */
export type GroupUpload = { url: string; fields: Readonly<Record<string, string>>; objectKey: string };

/**
 * `POST /group-media/confirm/{groupId}`: the platform writes anew what was uploaded. The answer is for `settings.gridLayout`
 * of the group; the address is good until the end of the next day, and reading the group gives another.
 * With `action: 'delete'` it is `DELETE /group-media/delete/{groupId}`, for networks that let only some methods through.
 */
export const groupMediaConfirmSchema = v.union([
  v.object({ action: v.literal('delete'), backgroundImageKey: objectKey }),
  v.object({ objectKey }),
]);
export type GroupBackground = { backgroundImageUrl: string; backgroundImageKey: string };

/** `DELETE /group-media/delete/{groupId}`, or POST of the same. What is not there any more is deleted, too. */
export const groupMediaDeleteSchema = v.object({ backgroundImageKey: objectKey });

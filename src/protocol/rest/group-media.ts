/** The background image of a group's wall: `/group-media/…/{groupId}`. For the role groupMaintainer. */
import * as v from 'valibot';

const objectKey = v.pipe(v.string(), v.minLength(1), v.maxLength(512));

/**
 * `POST /group-media/upload/{groupId}`: a form like an S3 presigned POST. The file is posted to `url` as
 * multipart, after all of `fields`, as `file`. It has at most 5 MiB, and the form is valid for ten minutes.
 */
export type GroupUpload = { url: string; fields: Readonly<Record<string, string>>; objectKey: string };

/**
 * `POST /group-media/confirm/{groupId}`: the platform writes the uploaded image anew. The answer is for
 * `settings.gridLayout`. Its address is valid until the end of the next day; reading the group returns
 * another. With `action: 'delete'` it is `DELETE /group-media/delete/{groupId}`, for networks that block
 * methods.
 */
export const groupMediaConfirmSchema = v.union([
  v.object({ action: v.literal('delete'), backgroundImageKey: objectKey }),
  v.object({ objectKey }),
]);
export type GroupBackground = { backgroundImageUrl: string; backgroundImageKey: string };

/** `DELETE /group-media/delete/{groupId}`, or POST of the same. An image that is gone counts as deleted. */
export const groupMediaDeleteSchema = v.object({ backgroundImageKey: objectKey });

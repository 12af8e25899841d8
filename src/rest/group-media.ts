/** The background image of a group: uploaded with a form signed by the platform, confirmed, and deleted. */
import * as v from 'valibot';
import { isAppError } from '#protocol/app-error.ts';
import { serverText } from '#protocol/json-request.ts';
import type { GroupBackground } from '#protocol/rest/group-media.ts';
import { deleteDocument, postAndRead } from './http.ts';
import { postForm } from './post-form.ts';

/** `message` is shown to the user. */
class MediaError extends Error {
  override readonly name = 'MediaError';
}
export const isMediaError = (error: unknown): error is MediaError => error instanceof MediaError;

const recordSchema = v.record(v.string(), v.unknown());
const answerSchema = v.object({ data: recordSchema });
const formSchema = v.object({
  url: v.pipe(v.string(), v.minLength(1)),
  fields: v.record(v.string(), v.string()),
  objectKey: v.pipe(v.string(), v.minLength(1)),
});
const backgroundSchema = v.object({
  backgroundImageUrl: v.pipe(v.string(), v.minLength(1)),
  backgroundImageKey: v.string(),
});

/** Some platforms wrap an answer in `data`. */
function unwrapped(answer: unknown): Record<string, unknown> | undefined {
  const under = v.safeParse(answerSchema, answer);
  if (under.success) return under.output.data;
  const plain = v.safeParse(recordSchema, answer);
  return plain.success ? plain.output : undefined;
}

/** The image's key; taken from its URL if the layout does not contain it. */
function keyOf(background: { key: string | undefined; url: string } | undefined): string {
  const { key, url = '' } = background ?? {};
  const found = key ?? (URL.canParse(url) ? new URL(url).searchParams.get('key') : null);
  if (found === null) throw new MediaError('Could not determine background image key for deletion');
  if (found === '') throw new MediaError('Background image key is required for deletion');
  return found;
}

export type UploadOptions = { signal?: AbortSignal; onProgress?: (share: number) => void };

export function createGroupMedia(deps: {
  post: (path: string, body: unknown) => Promise<unknown>;
  remove: (path: string, body: unknown) => Promise<unknown>;
  /** Returns the HTTP status. */
  postForm: (url: string, form: FormData, options: UploadOptions) => Promise<number>;
}) {
  const path = (what: string, groupId: string) => `/group-media/${what}/${encodeURIComponent(groupId)}`;

  async function formFor(groupId: string) {
    const answer = await deps.post(path('upload', groupId), {}).catch((error: unknown) => {
      if (isAppError(error) && error.code === 'malformed') return undefined;
      throw error;
    });
    const document = unwrapped(answer);
    if (document === undefined) throw new MediaError('Invalid response structure');
    const form = v.safeParse(formSchema, document);
    if (!form.success) throw new MediaError('Missing required upload parameters');
    return form.output;
  }

  async function confirmed(groupId: string, objectKey: string): Promise<GroupBackground> {
    const answer = await deps.post(path('confirm', groupId), { objectKey }).catch((error: unknown) => {
      // The platform reports a problem with the picture, or a conflict with another change.
      const isSaid = isAppError(error) && (error.code === 'invalid' || error.code === 'conflict');
      const said = isSaid ? serverText(error) : undefined;
      const text = 'Upload succeeded but confirmation failed';
      throw new MediaError(said === undefined ? text : `${text}. ${said}`, { cause: error });
    });
    const background = v.safeParse(backgroundSchema, unwrapped(answer));
    if (!background.success) throw new MediaError('No backgroundImageUrl in confirm response');
    return background.output;
  }

  return {
    /** Throws an error with a message for the user, or AppError. */
    async upload(groupId: string, file: File, options: UploadOptions = {}): Promise<GroupBackground> {
      const { url, fields, objectKey } = await formFor(groupId);
      const form = new FormData();
      for (const [name, value] of Object.entries(fields)) form.append(name, value);
      // Last, because a store ignores fields after the file.
      form.append('file', file);
      const status = await deps.postForm(url, form, options);
      if (status < 200 || status > 299) throw new MediaError(`storage upload failed with status ${status}`);
      return confirmed(groupId, objectKey);
    },

    /** Tries three requests, because some networks block DELETE. After the last it counts as deleted. */
    async remove(
      groupId: string,
      background: { key: string | undefined; url: string } | undefined,
    ): Promise<void> {
      if (groupId === '') throw new MediaError('Group ID is required for deletion');
      const backgroundImageKey = keyOf(background);
      const ways = [
        () => deps.remove(path('delete', groupId), { backgroundImageKey }),
        () => deps.post(path('delete', groupId), { backgroundImageKey }),
        () => deps.post(path('confirm', groupId), { action: 'delete', backgroundImageKey }),
      ];
      for (const way of ways) {
        try {
          await way();
          return;
        } catch (error) {
          console.warn('delete background', error);
        }
      }
    },
  };
}

export const groupMedia = createGroupMedia({
  post: (path, body) => postAndRead(path, body, v.unknown()),
  remove: deleteDocument,
  postForm,
});

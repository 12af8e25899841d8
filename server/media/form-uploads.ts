/** Takes the files of forms that the platform has signed: the embedded store's side of an upload. */
import type { FastifyInstance } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { UPLOAD_PATH } from './folder-store.ts';
import type { GroupMedia } from './group-media.ts';
import { MAX_UPLOAD_BYTES, type ObjectStore, TOO_LARGE, UPLOAD_TYPE } from './object-store.ts';
import type { UploadPolicy } from './upload-policy.ts';

/** Room for the fields beside the file. */
const FIELDS_BYTES = 16_384;

async function readForm(body: unknown, type: string): Promise<FormData> {
  try {
    return await new Response(body as Buffer, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new AppError('invalid', 'The form cannot be read.', { cause });
  }
}

/** Outside of the scope whose every call needs a token: the form is signed. */
export async function registerFormUploads(
  app: FastifyInstance,
  deps: { policy: UploadPolicy; store: ObjectStore; media: Pick<GroupMedia, 'isAwaited'> },
): Promise<void> {
  const { policy, store, media } = deps;
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    scope.post(UPLOAD_PATH, { bodyLimit: MAX_UPLOAD_BYTES + FIELDS_BYTES }, async (request, reply) => {
      const form = await readForm(request.body, request.headers['content-type'] ?? '');
      const file = form.get('file');
      if (!(file instanceof Blob)) throw new AppError('invalid', 'The form has no file.');
      if (file.size > MAX_UPLOAD_BYTES) throw new AppError('invalid', TOO_LARGE);
      const fields: Record<string, string> = {};
      for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
      const refusal = policy.refusalOf(fields, file.size);
      const { key = '' } = fields;
      if (refusal !== undefined) throw new AppError('forbidden', refusal);
      if (!(await media.isAwaited(key))) throw new AppError('forbidden', 'The form is no longer good.');
      await store.write(key, Buffer.from(await file.arrayBuffer()), UPLOAD_TYPE);
      return reply.code(204).send();
    });
  });
}

/**
 * Takes the files of forms that the platform has signed: the embedded store's side of an upload. Whether it has, and whether
 * there is room, is known from the address: nobody else's megabytes are read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import { UPLOAD_PATH } from './folder-store.ts';
import type { GroupMedia } from './group-media.ts';
import { MAX_UPLOAD_BYTES, type ObjectStore, TOO_LARGE, UPLOAD_TYPE } from './object-store.ts';
import { createPlaces, type Subject } from './places.ts';
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

const tooMany = () =>
  new AppError('forbidden', 'Too many images are being uploaded; try again in a minute.', {
    detail: { status: 429 },
  });
const noLongerGood = () => new AppError('forbidden', 'The form is no longer good.');

/** Each is in memory as a whole, up to three times. */
const AT_ONCE = { most: 8, mostOfTenant: 3 };

/** As keys of uploads begin. */
const subjectOf = (key: string): Subject => ({ tenant: key.split('/')[1] ?? '', subject: key });

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
    const places = createPlaces(AT_ONCE);
    const sealed = new WeakMap<FastifyRequest, string>();
    scope.addHook('onRequest', scope.rateLimit());
    scope.addHook('onRequest', async (request, reply) => {
      const key = policy.keyOf(request.query);
      if (key === undefined) throw new AppError('forbidden', 'The form is not signed.');
      if (!(await media.isAwaited(key))) throw noLongerGood();
      const giveBack = places.take(subjectOf(key));
      if (typeof giveBack === 'string') throw tooMany();
      // Also where the browser leaves in the middle.
      reply.raw.once('close', giveBack);
      sealed.set(request, key);
    });
    scope.post(UPLOAD_PATH, { bodyLimit: MAX_UPLOAD_BYTES + FIELDS_BYTES }, async (request, reply) => {
      const form = await readForm(request.body, request.headers['content-type'] ?? '');
      const file = form.get('file');
      if (!(file instanceof Blob)) throw new AppError('invalid', 'The form has no file.');
      if (file.size > MAX_UPLOAD_BYTES) throw new AppError('invalid', TOO_LARGE);
      const fields: Record<string, string> = {};
      for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
      const refusal = policy.refusalOf(fields, file.size);
      if (refusal !== undefined) throw new AppError('forbidden', refusal);
      const { key = '' } = fields;
      // The body took a while.
      if (key !== sealed.get(request) || !(await media.isAwaited(key))) throw noLongerGood();
      await store.write(key, Buffer.from(await file.arrayBuffer()), UPLOAD_TYPE);
      return reply.code(204).send();
    });
  });
}

/**
 * Receives uploads for the folder store, by forms that the platform has signed. The query is checked for a
 * valid seal and free capacity before the body is read, so unauthorised megabytes are never read.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { tooMany } from '#http/too-many.ts';
import { AppError } from '#protocol/app-error.ts';
import { UPLOAD_PATH } from './folder-store.ts';
import type { GroupMedia } from './group-media.ts';
import { MAX_UPLOAD_BYTES, type ObjectStore, TOO_LARGE, UPLOAD_TYPE } from './object-store.ts';
import { createPlaces, type Subject } from './places.ts';
import type { UploadPolicy } from './upload-policy.ts';

/** Size allowance for the fields beside the file. */
const FIELDS_BYTES = 16_384;

async function readForm(body: unknown, type: string): Promise<FormData> {
  try {
    return await new Response(body as Buffer, { headers: { 'content-type': type } }).formData();
  } catch (cause) {
    throw new AppError('invalid', 'The form cannot be read.', { cause });
  }
}

const TOO_MANY = 'Too many images are being uploaded; try again in a minute.';
const RETRY_AFTER_SECONDS = 10;
const formExpired = () => new AppError('forbidden', 'The form is no longer good.');

/** Each upload is held in memory as a whole, up to three times. */
const CONCURRENCY = { max: 8, maxPerTenant: 3 };

type Sealed = { key: string; holder: string };

/** Keys of uploads begin with `uploads/{tenant}/`. */
const subjectOf = (key: string): Subject => ({ tenant: key.split('/')[1] ?? '', subject: key });

/** Registered outside the scope that requires tokens, because the form itself is signed. */
export async function registerFormUploads(
  app: FastifyInstance,
  deps: {
    policy: UploadPolicy;
    store: ObjectStore;
    media: Pick<GroupMedia, 'isAwaited'>;
    isHolderPresent(tenant: string, holder: string): Promise<boolean>;
  },
): Promise<void> {
  const { policy, store, media } = deps;
  /** Whether the form still waits for its file and its holder still has access. */
  const isValid = async ({ key, holder }: Sealed) =>
    (await media.isAwaited(key)) && deps.isHolderPresent(subjectOf(key).tenant, holder);
  await app.register(async (scope) => {
    scope.removeAllContentTypeParsers();
    scope.addContentTypeParser('multipart/form-data', { parseAs: 'buffer' }, (_request, body, done) =>
      done(null, body),
    );
    const places = createPlaces(CONCURRENCY);
    const sealed = new WeakMap<FastifyRequest, Sealed>();
    scope.addHook('onRequest', async (request, reply) => {
      const of = policy.sealedIn(request.query);
      if (of === undefined) throw new AppError('forbidden', 'The form is not signed.');
      const { key } = of;
      if (!(await isValid(of))) throw formExpired();
      const release = places.take(subjectOf(key));
      if (typeof release === 'string') throw tooMany(TOO_MANY, RETRY_AFTER_SECONDS);
      // The response closes too if the browser aborts the upload.
      reply.raw.once('close', release);
      sealed.set(request, of);
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
      const of = sealed.get(request);
      // Checked again, because the body took a while.
      if (of === undefined || key !== of.key || !(await isValid(of))) throw formExpired();
      await store.write(key, Buffer.from(await file.arrayBuffer()), UPLOAD_TYPE);
      return reply.code(204).send();
    });
  });
}

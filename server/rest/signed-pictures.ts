/**
 * Signed URLs of pictures, because browsers load images without a token. A URL expires after five minutes or
 * with the session of its recipient.
 */

import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { equalText } from '#base/secrets.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { EventPictures } from '#store/logs/event-pictures.ts';
import type { IsHolderPresent } from './address-holder.ts';

export type PictureAddresses = {
  /** The path and query below the REST service's URL, valid for five minutes. */
  sign(tenant: string, id: string, holder: string): string;
  isValid(tenant: string, id: string, signed: Signed): boolean;
};
type Signed = { expires: EpochMs; holder: string; signature: string };

const TTL_MS = 5 * 60_000;
/** Browsers may cache a picture as long as its URL is valid. */
const CACHE_SECONDS = TTL_MS / 1000;

export function createPictureAddresses(secret: Buffer, clock: () => EpochMs): PictureAddresses {
  const seal = (tenant: string, id: string, { expires, holder }: Omit<Signed, 'signature'>) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['picture', tenant, id, expires, holder]))
      .digest('base64url');
  return {
    sign(tenant, id, holder) {
      const expires = clock() + TTL_MS;
      const signature = seal(tenant, id, { expires, holder });
      const query = new URLSearchParams({ expires: String(expires), holder, signature });
      return `/v1/media/pictures/${encodeURIComponent(tenant)}/${encodeURIComponent(id)}?${query}`;
    },
    isValid: (tenant, id, { signature, ...sealed }) =>
      sealed.expires > clock() && equalText(signature, seal(tenant, id, sealed)),
  };
}

export const signedPictureQuerySchema = v.object({
  expires: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  holder: v.pipe(v.string(), v.maxLength(1_024)),
  signature: v.pipe(v.string(), v.maxLength(64)),
});
type PictureRoute = { Params: { tenant: string; id: string } };

/** Registered outside of the scope that requires a token for every call. */
export function registerSignedPictures(
  app: FastifyInstance,
  deps: { addresses: PictureAddresses; pictures: EventPictures; isHolderPresent: IsHolderPresent },
): void {
  const { addresses, pictures } = deps;
  app.get<PictureRoute>('/v1/media/pictures/:tenant/:id', async (request, reply) => {
    const { tenant, id } = request.params;
    const signed = parseBody(signedPictureQuerySchema, request.query);
    if (!addresses.isValid(tenant, id, signed) || !(await deps.isHolderPresent(tenant, signed.holder))) {
      throw new AppError('forbidden', 'This address is no longer good.');
    }
    const picture = await pictures.read(tenant, id);
    if (picture === undefined) throw new AppError('not-found', 'This picture is no longer kept.');
    return reply
      .header('cache-control', `private, max-age=${CACHE_SECONDS}`)
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type('image/jpeg')
      .send(picture);
  });
}

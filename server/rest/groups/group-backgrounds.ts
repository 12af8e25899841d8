/**
 * Background images of groups. A group stores a permanent key. Each read of the group adds a new signed URL,
 * because browsers load images without a token.
 */

import { createHmac } from 'node:crypto';
import type { FastifyInstance } from 'fastify';
import * as v from 'valibot';
import { equalText } from '#base/secrets.ts';
import type { GroupKey } from '#base/site-key.ts';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { GroupDocument } from '#store/groups/groups.ts';
import { type GroupMedia, isOwnKey } from '../../media/group-media.ts';
import { layoutOf } from './group-layouts.ts';

export type GroupBackgrounds = {
  /** The URL stays the same all day, so that reading the group again does not load the image again. */
  urlOf(tenant: string, key: string): string;
  isOf(group: Pick<GroupKey, 'tenant' | 'groupId'>, key: string): boolean;
  isValid(tenant: string, key: string, signed: { expires: EpochMs; signature: string }): boolean;
  /** The group with a valid URL of its background. */
  shown<Group extends GroupDocument>(tenant: string, group: Group): Group;
};

const DAY_MS = 86_400_000;

export function createGroupBackgrounds(deps: {
  secret: Buffer;
  restUrl: (tenant: string) => string;
  clock: () => EpochMs;
}): GroupBackgrounds {
  const { secret, restUrl, clock } = deps;
  const seal = (tenant: string, key: string, expires: EpochMs) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['background', tenant, key, expires]))
      .digest('base64url');

  const backgrounds: GroupBackgrounds = {
    urlOf(tenant, key) {
      const expires = (Math.floor(clock() / DAY_MS) + 2) * DAY_MS;
      const signature = seal(tenant, key, expires);
      const query = new URLSearchParams({ key, expires: String(expires), signature });
      return `${restUrl(tenant)}/v1/media/backgrounds/${encodeURIComponent(tenant)}?${query}`;
    },
    isOf: isOwnKey,
    isValid: (tenant, key, { expires, signature }) =>
      expires > clock() && equalText(signature, seal(tenant, key, expires)),
    shown(tenant, group) {
      const layout = layoutOf(group);
      const key = layout?.backgroundImageKey;
      if (typeof key !== 'string' || !isOwnKey({ tenant, groupId: group.id }, key)) return group;
      const gridLayout = { ...layout, backgroundImageUrl: backgrounds.urlOf(tenant, key) };
      return { ...group, settings: { ...group.settings, gridLayout } };
    },
  };
  return backgrounds;
}

export const backgroundQuerySchema = v.object({
  key: v.pipe(v.string(), v.maxLength(512)),
  expires: v.pipe(v.string(), v.regex(/^\d{1,15}$/), v.transform(Number)),
  signature: v.pipe(v.string(), v.maxLength(64)),
});

/** Registered outside of the scope that requires a token for every call. */
export function registerSignedBackgrounds(
  app: FastifyInstance,
  { backgrounds, media }: { backgrounds: GroupBackgrounds; media: GroupMedia },
): void {
  app.get<{ Params: { tenant: string } }>('/v1/media/backgrounds/:tenant', async (request, reply) => {
    const { tenant } = request.params;
    const { key, ...signed } = parseBody(backgroundQuerySchema, request.query);
    if (!backgrounds.isValid(tenant, key, signed)) {
      throw new AppError('forbidden', 'This address is no longer good.');
    }
    const picture = await media.read(tenant, key);
    if (picture === undefined) throw new AppError('not-found', 'This picture is no longer kept.');
    return reply
      .header('cache-control', 'private, max-age=86400, immutable')
      .header('content-security-policy', "default-src 'none'; sandbox")
      .header('cross-origin-resource-policy', 'cross-origin')
      .type(picture.contentType)
      .send(picture.bytes);
  });
}

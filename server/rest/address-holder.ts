/**
 * The recipient of a signed URL. The URL needs no token, so that a page can show an image. It expires with
 * the recipient's session or their access to the site.
 */
import type { FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { parsedJson } from '#domain/parsed-json.ts';
import { familyOf } from '#protocol/auth/access-token.ts';
import type { Permissions } from '#store/permissions/permissions.ts';

const holderSchema = v.tuple([v.string(), v.string(), v.string()]);

/** The caller, encoded as a part of the URL that the signature covers. */
export function holderText({ claims }: Pick<FastifyRequest, 'claims'>): string {
  const { jti, site = '', sub = '' } = claims ?? {};
  return Buffer.from(JSON.stringify([familyOf(jti) ?? '', site, sub])).toString('base64url');
}

/** Whether the recipient is still signed in and still a tutor of the site. */
export type IsHolderPresent = (tenant: string, holder: string) => Promise<boolean>;

export function createHolderCheck(deps: {
  /** Whether the session of this family, or of this token's jti, has ended. */
  isOver(tenant: string, family: string): boolean;
  permissions: Pick<Permissions, 'rolesOfTutor'>;
}): IsHolderPresent {
  return async (tenant, holder) => {
    const read = v.safeParse(holderSchema, parsedJson(Buffer.from(holder, 'base64url').toString()));
    if (!read.success) return false;
    const [family, site, tutorId] = read.output;
    if (deps.isOver(tenant, family)) return false;
    return (await deps.permissions.rolesOfTutor({ tenant, site, tutorId })) !== undefined;
  };
}

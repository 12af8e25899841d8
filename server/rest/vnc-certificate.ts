/**
 * `GET /v1/vnc/ca?tenant=`: the certificate of the authority that signs for the screens of a school's
 * machines. The tutor's browser opens a link to it, without a token, so the certificate is public.
 */
import { readFile, stat } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyInstance } from 'fastify';
import type { Kysely } from 'kysely';
import * as v from 'valibot';
import { parseBody } from '#http/parse-body.ts';
import { AppError } from '#protocol/app-error.ts';
import type { Database } from '#store/database.ts';

export type VncCertificateDeps = {
  db: Kysely<Database>;
  /** A PEM file for every tenant, or a folder with `{tenant}.pem`. */
  vncCa: string | undefined;
};

/** The format of host labels. Any other key could lead out of the folder, and has no certificate. */
export const certificateQuerySchema = v.object({
  tenant: v.pipe(v.string(), v.regex(/^[a-z0-9]([a-z0-9-]{0,61}[a-z0-9])?$/)),
});

export function registerVncCertificate(app: FastifyInstance, { db, vncCa }: VncCertificateDeps): void {
  app.get('/v1/vnc/ca', async (request, reply) => {
    const { tenant } = parseBody(certificateQuerySchema, request.query);
    const known = await db.selectFrom('tenants').select('key').where('key', '=', tenant).executeTakeFirst();
    if (!known) throw new AppError('tenant-not-found', 'There is no such tenant.');
    const certificates = vncCa === undefined ? undefined : await readCertificates(vncCa, tenant);
    if (certificates === undefined) {
      throw new AppError('not-found', 'No certificate for remote control is configured for this tenant.');
    }
    return reply
      .header('cache-control', 'no-cache')
      .header('content-disposition', `attachment; filename="${tenant}-remote-control-ca.pem"`)
      .type('application/x-pem-file')
      .send(certificates);
  });
}

/** Whether a certificate is configured for this tenant. */
export async function hasCertificate(vncCa: string | undefined, tenant: string): Promise<boolean> {
  return vncCa !== undefined && (await readCertificates(vncCa, tenant)) !== undefined;
}

/** Undefined if there is none. */
async function readCertificates(fileOrFolder: string, tenant: string): Promise<string | undefined> {
  try {
    const isFolder = (await stat(fileOrFolder)).isDirectory();
    return certificatesIn(
      await readFile(isFolder ? join(fileOrFolder, `${tenant}.pem`) : fileOrFolder, 'utf8'),
    );
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return undefined;
    throw error;
  }
}

/** Extracts only certificates, because the file may contain the authority's private key too. */
function certificatesIn(pem: string): string | undefined {
  const blocks = pem.match(/-----BEGIN CERTIFICATE-----[\s\S]*?-----END CERTIFICATE-----/g);
  return blocks === null ? undefined : `${blocks.join('\n')}\n`;
}

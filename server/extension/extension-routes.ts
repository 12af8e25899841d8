/**
 * The Chrome extension on a tenant's console host: `/extension/update.xml`, the signed package, and the files
 * for “Load unpacked”. All are public, because browsers request them without a token.
 */
import type { FastifyInstance, FastifyRequest } from 'fastify';
import type { Addresses } from '#http/addresses.ts';
import { contentSecurityPolicy } from '#http/security-headers.ts';
import { AppError } from '#protocol/app-error.ts';
import type { Tenants } from '#store/tenants/tenants.ts';
import { type ExtensionPackage, UPDATES_FILE } from './extension-package.ts';
import { EXTENSION_PATH, type ExtensionPackages } from './extension-packages.ts';

export type ExtensionRoutesDeps = {
  packages: Pick<ExtensionPackages, 'of'>;
  tenants: Pick<Tenants, 'has'>;
  addresses: Addresses;
};

/** Browsers look for updates every few hours, all browsers of a school through the same proxies. */
const CACHE_UPDATES = 'public, max-age=300';
/** An address with the version always has the same content. */
const CACHE_VERSION = 'public, max-age=31536000, immutable';

type FileRoute = { Params: { file: string }; Querystring: { v?: string } };

export function registerExtensionRoutes(app: FastifyInstance, deps: ExtensionRoutesDeps): void {
  const { packages, tenants, addresses } = deps;
  const policy = contentSecurityPolicy({ name: 'document' }, addresses);

  async function packageFor({ headers }: FastifyRequest): Promise<ExtensionPackage> {
    const place = addresses.placeOf(headers.host);
    if (place.name !== 'console') throw nothing();
    if (!(await tenants.has(place.tenant))) {
      throw new AppError('tenant-not-found', 'There is no such tenant.');
    }
    const found = await packages.of(place.tenant);
    if (found === undefined) throw new AppError('not-found', NOT_BUILT);
    return found;
  }

  app.get(`${EXTENSION_PATH}${UPDATES_FILE}`, async (request, reply) => {
    const { updateManifest } = await packageFor(request);
    return reply
      .header('content-security-policy', policy)
      .header('cache-control', CACHE_UPDATES)
      .type('text/xml; charset=utf-8')
      .send(updateManifest);
  });

  app.get<FileRoute>(`${EXTENSION_PATH}:file`, async (request, reply) => {
    const { id, version, crx, zip } = await packageFor(request);
    const { file } = request.params;
    if (file !== `${id}.crx` && file !== `${id}.zip`) throw nothing();
    const isCrx = file.endsWith('.crx');
    return reply
      .header('content-security-policy', policy)
      .header('content-disposition', `attachment; filename="lectern-${version}.${isCrx ? 'crx' : 'zip'}"`)
      .header('cache-control', request.query.v === version ? CACHE_VERSION : 'no-cache')
      .type(isCrx ? 'application/x-chrome-extension' : 'application/zip')
      .send(isCrx ? crx : zip);
  });
}

const NOT_BUILT =
  'The Chrome extension of this platform has not been built. Its operator builds it with npm run build:extension.';

const nothing = () => new AppError('not-found', 'There is nothing at this address.');

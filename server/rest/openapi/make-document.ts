/** Generates the OpenAPI document from the routes and the tables in `operations/`, with @fastify/swagger. */
import swagger from '@fastify/swagger';
import { fastify } from 'fastify';
import { VERSION } from '#protocol/version.ts';
import { withErrors } from './errors.ts';
import { namedJsonSchemas } from './json-schemas.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { TAGS, type Token } from './operation.ts';
import { OPERATIONS } from './operations/all-operations.ts';
import { routeSchemaOf, SECURITY_NAMES } from './route-schema.ts';

/** A route of the platform, with its prefix. */
export type Route = { method: string; url: string };

const SUMMARY = 'The REST API of Lectern: what consoles, agents and operators call.';
const DESCRIPTION = [
  'Every call names the tenant in the header `tenant-key` and, unless the operation says otherwise, carries an access token as a bearer.',
  'Lists are read in pages: `?limit=n&_sort=id&_order=desc`, then with `_lt_id` of the last row, until a page is shorter than the limit.',
  'A failed call answers the document `Error`. Answers may have more fields than the schemas name.',
].join('\n\n');

const TOKENS: Record<Token, string> = {
  'access token':
    'A JWT of a session, from `POST /auth/login`, `/auth/devices/login` or `/auth/runners/login`.',
  'refresh token': 'The refresh token of a session; it can be used once.',
  'id token': 'An id token of the identity provider, or a ticket from `POST /auth/sign-ins`.',
  'metrics token': 'The value of METRICS_TOKEN.',
};

const SECURITY_SCHEMES = Object.entries(TOKENS).map(
  ([token, description]) =>
    [SECURITY_NAMES[token as Token], { type: 'http', scheme: 'bearer', description }] as const,
);

const SERVICES = /^\/(v1|auth)\//;

/**
 * The routes are added to a separate app that serves no requests. The platform's own routes get no schema, so
 * their validation and serialisation do not change, and the plug-in is not loaded at the start.
 */
export async function makeDocument(routes: readonly Route[]): Promise<OpenApiDocument> {
  const byRoute = new Map(Object.entries(OPERATIONS).map(([id, { route }]) => [route as string, id]));
  const app = fastify({ exposeHeadRoutes: false });
  await app.register(swagger, {
    openapi: {
      openapi: '3.1.0',
      info: {
        title: 'Lectern',
        version: VERSION,
        summary: SUMMARY,
        description: DESCRIPTION,
        license: { name: 'Apache License 2.0', identifier: 'Apache-2.0' },
      },
      servers: [{ url: '/', description: 'The host that serves this document' }],
      tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
      components: { securitySchemes: Object.fromEntries(SECURITY_SCHEMES) },
    },
    convertConstToEnum: false,
    transform: ({ url, route }) => {
      const operationId = byRoute.get(`${route.method} ${route.url}`);
      // A service's route without a description is included all the same, and a contract test reports it.
      if (operationId === undefined) return { url, schema: {} };
      return { url, schema: routeSchemaOf(operationId) };
    },
  });
  const isShown = ({ method, url }: Route) =>
    byRoute.has(`${method} ${url}`) || (SERVICES.test(url) && !['HEAD', 'OPTIONS'].includes(method));
  for (const { method, url } of routes.filter(isShown))
    app.route({ method, url, handler: async () => undefined });
  await app.ready();
  const document = app.swagger() as unknown as OpenApiDocument;
  await app.close();
  document.components.schemas = namedJsonSchemas();
  return withErrors(document, OPERATIONS);
}

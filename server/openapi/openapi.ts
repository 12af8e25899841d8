/** The OpenAPI document of the HTTP services, and the page that shows it. Both are made at the first request. */
import swagger from '@fastify/swagger';
import type { FastifyInstance } from 'fastify';
import { VERSION } from '#protocol/version.ts';
import type { Addresses } from '../http/addresses.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import { documentPage } from './document-page.ts';
import { withErrors } from './errors.ts';
import { namedJsonSchemas } from './json-schemas.ts';
import type { OpenApiDocument } from './openapi-document.ts';
import { TAGS, type Token } from './operation.ts';
import { OPERATIONS } from './operations/all-operations.ts';
import { routeSchemaOf, SECURITY_NAMES } from './route-schema.ts';

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

/** Browsers and proxies may keep the document for this time. It changes with the version alone. */
const CACHE_CONTROL = 'public, max-age=300';

/**
 * Describes the routes that are registered after this call. The tables in `operations/` are documentation alone: no
 * route gets a schema, so that nothing is checked or serialised differently.
 */
export async function registerOpenApi(
  app: FastifyInstance,
  { addresses }: { addresses: Addresses },
): Promise<void> {
  const byRoute = new Map(Object.entries(OPERATIONS).map(([id, { route }]) => [route as string, id]));
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
      // A route of the services that no table describes is in the document all the same; a contract test finds it.
      if (operationId === undefined) return { url, schema: { hide: !SERVICES.test(url) } };
      return { url, schema: routeSchemaOf(operationId) };
    },
    transformObject: (made) => {
      if (!('openapiObject' in made)) throw new Error('the document is not one of OpenAPI');
      const document = made.openapiObject as OpenApiDocument;
      document.components.schemas = namedJsonSchemas();
      return withErrors(document, OPERATIONS) as typeof made.openapiObject;
    },
  });
  await app.register(async (scope) => {
    compressAnswers(scope);
    const read = () => app.swagger() as unknown as OpenApiDocument;
    let document: string | undefined;
    let page: string | undefined;
    scope.get('/v1/openapi.json', (_request, reply) => {
      document ??= JSON.stringify(read());
      return reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', CACHE_CONTROL)
        .type('application/json; charset=utf-8')
        .send(document);
    });
    scope.get('/v1/', (_request, reply) => {
      page ??= documentPage(read());
      return reply
        .header('content-security-policy', contentSecurityPolicy({ name: 'document' }, addresses))
        .header('cache-control', CACHE_CONTROL)
        .type('text/html; charset=utf-8')
        .send(page);
    });
  });
}

/** `/v1/openapi.json`, the OpenAPI document of the HTTP services, and `/v1/`, a page that shows it. */
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '../http/addresses.ts';
import { compressAnswers } from '../http/compress-answers.ts';
import { contentSecurityPolicy } from '../http/security-headers.ts';
import type { Route } from './make-document.ts';

/** Browsers and proxies may cache both for this time. They change with the version alone. */
const CACHE_CONTROL = 'public, max-age=300';

/** Describes the routes that are registered from now on. Both are made at the first request: the start does not wait. */
export async function registerOpenApi(
  app: FastifyInstance,
  { addresses }: { addresses: Addresses },
): Promise<void> {
  const routes: Route[] = [];
  app.addHook('onRoute', ({ method, url }) => {
    for (const each of [method].flat()) routes.push({ method: each, url });
  });

  let texts: Promise<{ json: string; html: string }> | undefined;
  async function makeTexts() {
    const { makeDocument } = await import('./make-document.ts');
    const { documentPage } = await import('./document-page.ts');
    const document = await makeDocument(routes);
    return { json: JSON.stringify(document), html: documentPage(document) };
  }
  const read = () => {
    texts ??= makeTexts();
    return texts;
  };

  await app.register(async (scope) => {
    compressAnswers(scope);
    scope.get('/v1/openapi.json', async (_request, reply) =>
      reply
        .header('access-control-allow-origin', '*')
        .header('cross-origin-resource-policy', 'cross-origin')
        .header('cache-control', CACHE_CONTROL)
        .type('application/json; charset=utf-8')
        .send((await read()).json),
    );
    scope.get('/v1/', async (_request, reply) =>
      reply
        .header('content-security-policy', contentSecurityPolicy({ name: 'document' }, addresses))
        .header('cache-control', CACHE_CONTROL)
        .type('text/html; charset=utf-8')
        .send((await read()).html),
    );
  });
}

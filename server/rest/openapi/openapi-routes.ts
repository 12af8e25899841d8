/** Serves the OpenAPI document at `/v1/openapi.json`, and a page that shows it at `/v1/`. */
import type { FastifyInstance } from 'fastify';
import type { Addresses } from '#http/addresses.ts';
import { compressAnswers } from '#http/compress-answers.ts';
import { contentSecurityPolicy } from '#http/security-headers.ts';
import type { Route } from './make-document.ts';

/** Browsers and proxies may cache both for five minutes, because they change only with the version. */
const CACHE_CONTROL = 'public, max-age=300';

/** Describes all routes registered afterwards. Both texts are created at the first request. */
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

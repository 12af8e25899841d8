/** Serves built files, the app's pages on console and login hosts, and the identity provider's response. */
import { extname, resolve } from 'node:path';
import formbody from '@fastify/formbody';
import fastifyStatic from '@fastify/static';
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify';
import * as v from 'valibot';
import { AppError } from '#protocol/app-error.ts';
import { CONSENT_PATH } from './addresses.ts';
import { pathOf } from './error-answers.ts';
import { createPage, type PageDeps } from './page.ts';
import { parseBody } from './parse-body.ts';
import { contentSecurityPolicy } from './security-headers.ts';

const YEAR_S = 31_536_000;
/** Paths of services. An unknown path below them is an error and never a page. */
const SERVICES = /^\/(v1|auth|mqtt|peerjs|healthz|readyz|metrics|extension)(\/|$)/;

/** Paths where a missing file is an error, even for a browser's navigation. */
const NO_PAGES =
  /^\/(v1|auth|mqtt|peerjs|healthz|readyz|metrics|extension|assets|docs|downloads|student)(\/|$)/;

/** The student page. Nothing of the console is below this path. */
const STUDENT = /^\/student(\/|$)/;

/** A build may leave source maps in its folder for developers. */
const SOURCE_MAP = /\.map$/i;

/** Programs that people download, such as the site runner. They are built files, also in development. */
const DOWNLOAD = /^\/downloads\/([\w-]+\.mjs)$/;

/** The provider's POST to the login host (OAuth 2.0 Form Post Response Mode). */
const providerAnswerSchema = v.object({
  id_token: v.optional(v.pipe(v.string(), v.maxLength(16_384))),
  state: v.optional(v.pipe(v.string(), v.maxLength(1_024))),
  error: v.optional(v.pipe(v.string(), v.maxLength(256))),
  error_description: v.optional(v.pipe(v.string(), v.maxLength(2_048))),
});

export type FilesDeps = PageDeps & {
  /** Reads a public document by its path on the configuration host. Rejects for an unknown path. */
  configurationDocument(path: string): Promise<object>;
  /** The address that follows a provider's consent; undefined: no administrator waits for it. */
  consentReturn(query: unknown): Promise<string | undefined>;
};

/** Mounts everything that is not a service, by host name. Must be registered after the services. */
export async function registerFiles(app: FastifyInstance, deps: FilesDeps): Promise<void> {
  const sendPage = createPage(deps);
  const { addresses, development } = deps;
  // The folder may still be empty, because the start script builds while the platform starts.
  await app.register(fastifyStatic, {
    root: resolve(deps.distDir),
    serve: false,
    preCompressed: true,
    index: false,
    cacheControl: false,
    dotfiles: 'ignore',
    suppressWarning: true,
  });

  app.get('/*', async (request, reply) => {
    const place = addresses.placeOf(request.headers.host);
    const path = pathOf(request.url);
    if (place.name === 'other' && path === '/') return reply.redirect(addresses.loginUrl, 302);
    // A proxy in front of the documents (CONFIG_URL) may have any host name.
    if (place.name === 'config' || place.name === 'other') return configurationAnswer(path, reply);
    if ((place.name !== 'console' && place.name !== 'login') || SERVICES.test(path)) throw notFound();
    const download = DOWNLOAD.exec(path)?.[1];
    if (download !== undefined) return downloadAnswer(download, reply);
    if (place.name === 'login' && path === CONSENT_PATH) {
      // A browser without a pending consent is redirected to the login page.
      const next = (await deps.consentReturn(request.query)) ?? addresses.loginUrl;
      return reply.header('cache-control', 'no-store').redirect(next, 302);
    }
    if (development) return developmentAnswer(request, reply);
    if (SOURCE_MAP.test(decodePath(path))) throw notFound();
    if (isPagePath(path)) return pageAnswer(request, reply);
    // The library rejects such a path. For a navigation, the app redirects to its start page.
    if (isNavigation(request) && goesUp(decodePath(path))) return pageAnswer(request, reply);
    reply
      .header('content-security-policy', filePolicy(path))
      .header(
        'cache-control',
        path.startsWith('/assets/') ? `public, max-age=${YEAR_S}, immutable` : 'no-cache',
      );
    return reply.sendFile(decodePath(path).slice(1));
  });

  app.setNotFoundHandler((request, reply) => {
    const host = addresses.placeOf(request.headers.host).name;
    const path = pathOf(request.url);
    const isApp = (host === 'console' || host === 'login') && !NO_PAGES.test(path);
    if (isApp && isNavigation(request)) return pageAnswer(request, reply);
    throw notFound();
  });

  /** Public documents that login pages, consoles and devices of any origin read. */
  async function configurationAnswer(path: string, reply: FastifyReply) {
    reply
      .header('access-control-allow-origin', '*')
      .header('cross-origin-resource-policy', 'cross-origin')
      .header('content-security-policy', contentSecurityPolicy({ name: 'document' }, addresses))
      .header('cache-control', 'no-cache');
    return reply.send(await deps.configurationDocument(decodePath(path)));
  }

  /** The windows of a sign-in and of a consent need their opener, so that they can close themselves. */
  function pageAnswer(request: FastifyRequest, reply: FastifyReply) {
    const host = addresses.placeOf(request.headers.host).name;
    const path = pathOf(request.url);
    if (STUDENT.test(path)) return studentAnswer(request, reply, host === 'console' ? path : undefined);
    const isReturn = path === (host === 'login' ? '/redirect' : CONSENT_PATH);
    if (isReturn) reply.header('cross-origin-opener-policy', 'unsafe-none');
    return sendPage(request, reply, host === 'login' ? 'login' : 'console');
  }

  /** Serves the page at one address. The site and key are in the fragment, which survives a redirect. */
  async function studentAnswer(request: FastifyRequest, reply: FastifyReply, path: string | undefined) {
    if (path === '/student/') return sendPage(request, reply, 'student');
    if (path === '/student' || path === '/student/index.html') return reply.redirect('/student/', 302);
    throw notFound();
  }

  /** The policy of a worker comes with its script. Other files may run nothing. */
  function filePolicy(path: string): string {
    const extension = extname(path);
    const name = extension === '.js' ? 'worker' : extension === '.html' ? 'help' : 'document';
    return contentSecurityPolicy({ name }, addresses);
  }

  /** Served as an attachment, so that no page can run it. */
  function downloadAnswer(name: string, reply: FastifyReply) {
    reply
      .header('content-security-policy', filePolicy(name))
      .header('content-disposition', `attachment; filename="${name}"`)
      .header('cache-control', 'no-cache');
    return reply.sendFile(`downloads/${name}`);
  }

  async function developmentAnswer(request: FastifyRequest, reply: FastifyReply) {
    const answered = await new Promise<boolean>((resolve, reject) => {
      reply.raw.once('finish', () => resolve(true));
      reply.raw.once('close', () => resolve(true));
      development?.middleware(request.raw, reply.raw, (error) => (error ? reject(error) : resolve(false)));
    });
    if (answered) return reply.hijack();
    if (isPagePath(pathOf(request.url))) return pageAnswer(request, reply);
    throw notFound();
  }

  await app.register(async (scope) => {
    await scope.register(formbody, { bodyLimit: 65_536 });
    scope.post('/redirect', async (request, reply) => {
      if (addresses.placeOf(request.headers.host).name !== 'login') throw notFound();
      const answer = parseBody(providerAnswerSchema, request.body);
      reply.header('cross-origin-opener-policy', 'unsafe-none');
      return sendPage(request, reply, 'login', { id: 'lectern-idp-response', value: answer });
    });
  });
}

const notFound = () => new AppError('not-found', 'There is nothing at this address.');

/** A navigation always gets the app, which redirects unknown addresses to its start page. */
const isNavigation = (request: FastifyRequest) => request.headers['sec-fetch-mode'] === 'navigate';

const goesUp = (path: string) => /(^|[/\\])\.\.([/\\]|$)/.test(path);

/** Pages have no dot in the last part of their path, except for the two index.html. Files have one. */
const isPagePath = (path: string) => /^\/(student\/)?index\.html$/.test(path) || !/\.[^/]*$/.test(path);

function decodePath(path: string): string {
  try {
    return decodeURIComponent(path);
  } catch {
    throw new AppError('invalid', 'The address is not well formed.');
  }
}

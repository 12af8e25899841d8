/** Sends the HTML pages, with values filled in that only the running platform knows. */
import { randomBytes } from 'node:crypto';
import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { FastifyReply, FastifyRequest } from 'fastify';
import { AppError } from '#protocol/app-error.ts';
import type { Addresses } from './addresses.ts';
import { contentSecurityPolicy, type PageName, permissionsPolicy } from './security-headers.ts';

/** Vite's development server, which serves files and pages instead of the platform. */
export type DevelopmentServer = {
  /** A connect-style handler that answers or calls `next`. */
  middleware: (
    request: import('node:http').IncomingMessage,
    response: import('node:http').ServerResponse,
    next: (error?: unknown) => void,
  ) => void;
  /** The transformed HTML `file` for a path. */
  page(path: string, file: string): Promise<string>;
};

export type PageDeps = {
  addresses: Addresses;
  /** Empty if the page can derive the configuration host itself. */
  configUrl: string;
  loginUrl: string;
  distDir: string;
  development: DevelopmentServer | undefined;
  pictureSources: readonly string[];
};

export type SendPage = (
  request: FastifyRequest,
  reply: FastifyReply,
  page: PageName,
  embed?: { id: string; value: unknown },
) => Promise<FastifyReply>;

/** The console and the sign-in are one app. */
const FILES: Record<PageName, string> = {
  console: 'index.html',
  login: 'index.html',
  student: 'student/index.html',
};

/**
 * Sends a page with the metas `lectern-config-url`, `lectern-login-url` and `csp-nonce` filled. The nonce is
 * for the style tags that the component library creates at run time. The service worker caches the page
 * together with its header, so the two always match. `embed` adds a JSON data block, which is not a script
 * and needs no nonce.
 */
export function createPage(deps: PageDeps): SendPage {
  return async (request, reply, page, embed) => {
    const styleNonce = randomBytes(16).toString('base64');
    const file = FILES[page];
    const source = deps.development
      ? await deps.development.page(request.url, file)
      : await readFile(join(deps.distDir, file), 'utf8').catch((cause: unknown) => {
          throw new AppError('server', 'The console has not been built.', { cause, detail: { status: 503 } });
        });
    let html = setMeta(source, 'lectern-config-url', deps.configUrl);
    html = setMeta(html, 'lectern-login-url', deps.loginUrl);
    html = setMeta(html, 'csp-nonce', styleNonce);
    if (embed) html = beforeEndOf('head', html, dataBlock(embed.id, embed.value));
    return reply
      .header(
        'content-security-policy',
        contentSecurityPolicy(
          { name: 'page', page, styleNonce, development: deps.development !== undefined },
          deps.addresses,
          deps.pictureSources,
        ),
      )
      .header('permissions-policy', permissionsPolicy(page))
      .header('cache-control', embed ? 'no-store' : 'no-cache')
      .type('text/html; charset=utf-8')
      .send(html);
  };
}

const escapeAttribute = (text: string) =>
  text.replace(/&/g, '&amp;').replace(/"/g, '&quot;').replace(/</g, '&lt;');

/** Sets the content of a meta tag and adds the tag if it is missing. */
export function setMeta(html: string, name: string, content: string): string {
  const tag = `<meta name="${name}" content="${escapeAttribute(content)}" />`;
  const present = new RegExp(`<meta\\s+name="${name}"[^>]*>`);
  return present.test(html) ? html.replace(present, () => tag) : beforeEndOf('head', html, tag);
}

/** A JSON data block that its text cannot close. U+2028 and U+2029 are line ends in old scripts. */
export function dataBlock(id: string, value: unknown): string {
  const json = JSON.stringify(value).replace(
    /[<>&\u2028\u2029]/g,
    (character) => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`,
  );
  return `<script type="application/json" id="${id}">${json}</script>`;
}

function beforeEndOf(element: string, html: string, text: string): string {
  const end = `</${element}>`;
  return html.includes(end) ? html.replace(end, () => `${text}${end}`) : html + text;
}

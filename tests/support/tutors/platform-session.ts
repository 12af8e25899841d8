/** Signs a tutor in without a browser: through the real provider, sign-in and hand-over, by HTTP alone. */
import { createHash, randomBytes } from 'node:crypto';
import { request } from 'node:http';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import type { Platform } from '../../../server/platform/platform.ts';

type Answer = { status: number; headers: Record<string, string | string[] | undefined>; body: string };

/** One request to any host name of the platform; Node does not resolve `*.localhost` by itself. */
export function ask(
  url: string,
  {
    method = 'GET',
    headers = {},
    body,
    agent,
  }: { method?: string; headers?: Record<string, string>; body?: string; agent?: false } = {},
): Promise<Answer> {
  const { host, port, pathname, search } = new URL(url);
  // Of itself Node sends none with DELETE: the body would be read as the next call.
  const length = body === undefined ? {} : { 'content-length': String(Buffer.byteLength(body)) };
  return new Promise((resolve, reject) => {
    const sent = request(
      {
        host: '127.0.0.1',
        port,
        method,
        path: `${pathname}${search}`,
        headers: { host, ...length, ...headers },
        agent,
      },
      (answer) => {
        const parts: Buffer[] = [];
        answer.on('data', (part: Buffer) => parts.push(part));
        answer.on('end', () =>
          resolve({
            status: answer.statusCode ?? 0,
            headers: answer.headers,
            body: Buffer.concat(parts).toString('utf8'),
          }),
        );
      },
    );
    sent.on('error', reject);
    sent.end(body);
  });
}

/** What is needed of a platform, which may also run in another process. */
type Reachable = Pick<Platform, 'origin'>;

/** A console session of the site, as the browser would have it. */
export const consoleSession = (platform: Reachable, email: string, siteId = 'riverside'): Promise<Tokens> =>
  sessionOf(platform, email, { siteId, realm: 'console' });

/** A session of the admin realm, likewise. */
export const adminSession = (platform: Reachable, email: string): Promise<Tokens> =>
  sessionOf(platform, email, { realm: 'admin' });

async function sessionOf(
  platform: Reachable,
  email: string,
  where: { siteId: string; realm: 'console' } | { realm: 'admin' },
): Promise<Tokens> {
  const consoleUrl = platform.origin('demo');
  const idToken = await idTokenOf(platform, email);
  const verifier = randomBytes(32).toString('base64url');
  const state = randomBytes(24).toString('base64url');
  const json = { 'content-type': 'application/json', 'tenant-key': 'demo' };
  const handOver = await ask(`${consoleUrl}/auth/hand-overs`, {
    method: 'POST',
    headers: { ...json, authorization: `Bearer ${idToken}` },
    body: JSON.stringify({
      ...where,
      state,
      challenge: createHash('sha256').update(verifier).digest('base64url'),
    }),
  });
  const { code } = JSON.parse(handOver.body) as { code: string };
  const redeemed = await ask(`${consoleUrl}/auth/hand-overs/redeem`, {
    method: 'POST',
    headers: { ...json, origin: consoleUrl },
    body: JSON.stringify({ code, state, verifier }),
  });
  if (redeemed.status !== 200) throw new Error(`no session for ${email}: ${redeemed.body}`);
  return JSON.parse(redeemed.body) as Tokens;
}

/** An id token of the development provider, by its own pages. */
export async function idTokenOf(platform: Reachable, email: string): Promise<string> {
  const id = platform.origin('id');
  const cookies = new Map<string, string>();
  const go = async (url: string, body?: string): Promise<Answer & { url: string }> => {
    const answer = await ask(url, {
      method: body === undefined ? 'GET' : 'POST',
      headers: {
        cookie: [...cookies].map(([name, value]) => `${name}=${value}`).join('; '),
        ...(body === undefined ? {} : { 'content-type': 'application/x-www-form-urlencoded' }),
      },
      ...(body === undefined ? {} : { body }),
    });
    for (const cookie of [answer.headers['set-cookie'] ?? []].flat()) {
      const [pair = ''] = cookie.split(';');
      const at = pair.indexOf('=');
      cookies.set(pair.slice(0, at), pair.slice(at + 1));
    }
    const location = answer.headers.location;
    return typeof location === 'string' ? go(new URL(location, url).href) : { ...answer, url };
  };
  const asked = new URLSearchParams({
    client_id: 'lectern-development-google',
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid profile email',
    redirect_uri: `${platform.origin('login')}/redirect`,
    nonce: randomBytes(16).toString('hex'),
    state: randomBytes(16).toString('hex'),
  });
  const chooser = await go(`${id}/google/auth?${asked}`);
  // The form of the chooser posts to its own address.
  const posted = await go(chooser.url, new URLSearchParams({ email }).toString());
  const token = /name="id_token"\s+value="([^"]+)"/.exec(posted.body)?.[1];
  if (!token) throw new Error(`the provider gave no id token for ${email}`);
  return token;
}

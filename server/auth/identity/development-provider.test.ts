import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { exportJWK, generateKeyPair, type JWK } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createAddresses } from '#http/addresses.ts';
import { createDevelopmentProvider, type DevelopmentProvider } from './development-provider.ts';
import { createIdTokenVerifier, developmentIssuer } from './id-token.ts';
import { createMemoryAdapter } from './memory-adapter.ts';

type Visit = { status: number; text: string; location: string | undefined; headers: Headers };

/** A browser with cookies. It resolves the host name that Node cannot resolve. */
function createBrowser(port: number) {
  const cookies = new Map<string, string>();
  return async function visit(address: string, form?: Record<string, string>): Promise<Visit> {
    const url = new URL(address, `http://id.localhost:${port}`);
    const response = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
      method: form ? 'POST' : 'GET',
      redirect: 'manual',
      headers: { 'x-test-host': url.host, cookie: [...cookies].map(([k, v]) => `${k}=${v}`).join('; ') },
      ...(form && { body: new URLSearchParams(form) }),
    });
    for (const cookie of response.headers.getSetCookie()) {
      const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
      if (value === '') cookies.delete(name);
      else cookies.set(name, value);
    }
    const location = response.headers.get('location') ?? undefined;
    return { status: response.status, text: await response.text(), location, headers: response.headers };
  };
}

const server = createServer();
let port: number;
let google: DevelopmentProvider;
let microsoft: DevelopmentProvider;
let publicJwk: JWK;

beforeAll(async () => {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  port = (server.address() as AddressInfo).port;
  const pair = await generateKeyPair('RS256', { extractable: true });
  const privateJwk = { ...(await exportJWK(pair.privateKey)), kid: 'k' };
  publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' };
  const none = { configUrl: undefined, loginUrl: undefined, publicAuthUrl: undefined };
  const addresses = createAddresses(
    { ...none, publicRestUrl: undefined, publicMqttUrl: undefined, domain: 'localhost', trustedProxies: [] },
    port,
  );
  const deps = { addresses, privateJwk, log: silentLog };
  const adapter = () => createMemoryAdapter(Date.now);
  google = await createDevelopmentProvider({ ...deps, adapter: adapter(), name: 'google' });
  microsoft = await createDevelopmentProvider({ ...deps, adapter: adapter(), name: 'microsoft' });
  server.on('request', (request, response) => {
    request.headers.host = String(request.headers['x-test-host']);
    void (request.url?.startsWith('/google') ? google : microsoft).handle(request, response);
  });
});
afterAll(() => new Promise((resolve) => server.close(resolve)));

const ask = (provider: DevelopmentProvider, change: Record<string, string> = {}) =>
  `${provider.authorizationUrl}?${new URLSearchParams({
    client_id: provider.clientId,
    response_type: 'id_token',
    response_mode: 'form_post',
    scope: 'openid profile email',
    nonce: 'nonce-1',
    state: 'state-1',
    redirect_uri: `http://login.localhost:${port}/redirect`,
    ...change,
  })}`;

/** The fields of the form that submits itself to the login host. */
function postedForm(visit: Visit) {
  const action = /<form method="post" action="([^"]+)"/.exec(visit.text)?.[1];
  const fields = [...visit.text.matchAll(/name="([^"]+)" value="([^"]*)"/g)].map(([, k, v]) => [k, v]);
  return { action, fields: Object.fromEntries(fields) as Record<string, string> };
}

async function signIn(visit: ReturnType<typeof createBrowser>, address: string, email: string) {
  const asked = await visit(address);
  expect(asked.status).toBe(303);
  const chooser = await visit(asked.location ?? '');
  expect(chooser.status).toBe(200);
  const chosen = await visit(asked.location ?? '', { email });
  expect(chosen.status).toBe(303);
  return { chooser, answer: postedForm(await visit(chosen.location ?? '')) };
}

const claimsIn = (token: string) =>
  JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString());

describe('development identity provider', () => {
  it('posts an id token with nonce and state to the login host, which verifies', async () => {
    const { answer } = await signIn(createBrowser(port), ask(google), 'teacher@demo.example');
    expect(answer.action).toBe(`http://login.localhost:${port}/redirect`);
    expect(answer.fields.state).toBe('state-1');
    const token = answer.fields.id_token ?? '';
    expect(claimsIn(token)).toMatchObject({
      iss: google.issuer,
      aud: google.clientId,
      nonce: 'nonce-1',
      name: 'Tess Teacher',
      email: 'teacher@demo.example',
      email_verified: true,
      picture: `http://id.localhost:${port}/pictures/teacher%40demo.example.svg`,
    });
    const verify = createIdTokenVerifier(
      [
        developmentIssuer({
          provider: 'google',
          issuer: google.issuer,
          clientId: google.clientId,
          publicJwk,
        }),
      ],
      Date.now,
    );
    expect(await verify(token)).toMatchObject({ name: 'ok', identity: { email: 'teacher@demo.example' } });
  });

  it('gives a preferred user name instead of an e-mail at Microsoft', async () => {
    const { answer } = await signIn(createBrowser(port), ask(microsoft), 'admin@demo.example');
    const claims = claimsIn(answer.fields.id_token ?? '');
    expect(claims).toMatchObject({ iss: microsoft.issuer, preferred_username: 'admin@demo.example' });
    expect(claims.email).toBeUndefined();
  });

  it('offers the demo accounts and any other address, the hinted one first', async () => {
    const { chooser } = await signIn(
      createBrowser(port),
      ask(google, { login_hint: 'admin@demo.example' }),
      'jo.doe@else.example',
    );
    expect(chooser.text).toContain('Choose an account');
    const emails = [...chooser.text.matchAll(/name="email" value="([^"]+)"/g)].map(([, email]) => email);
    expect(emails).toHaveLength(6);
    expect(emails[0]).toBe('admin@demo.example');
    expect(chooser.headers.get('content-security-policy')).toMatch(/default-src 'none'.*style-src 'nonce-/);
  });

  it('names somebody unlisted after the address', async () => {
    const { answer } = await signIn(createBrowser(port), ask(google), 'Jo.Doe@Else.example');
    expect(claimsIn(answer.fields.id_token ?? '')).toMatchObject({
      name: 'Jo Doe',
      email: 'jo.doe@else.example',
    });
  });

  it('asks again who it is, but not when the hinted account is signed in', async () => {
    const visit = createBrowser(port);
    await signIn(visit, ask(google), 'teacher@demo.example');
    expect((await visit(ask(google))).status).toBe(303);
    const hinted = await visit(ask(google, { login_hint: 'teacher@demo.example' }));
    expect(postedForm(hinted).fields.id_token).toBeDefined();
    expect((await visit(ask(google, { login_hint: 'admin@demo.example' }))).status).toBe(303);
    expect(
      (await visit(ask(google, { login_hint: 'teacher@demo.example', prompt: 'select_account' }))).status,
    ).toBe(303);
  });

  it('changes the account of a browser that was signed in as somebody else', async () => {
    const visit = createBrowser(port);
    await signIn(visit, ask(google), 'teacher@demo.example');
    const { answer } = await signIn(visit, ask(google, { prompt: 'select_account' }), 'admin@demo.example');
    expect(claimsIn(answer.fields.id_token ?? '').email).toBe('admin@demo.example');
  });

  it('answers prompt=none silently: a token for the signed in, login_required for others', async () => {
    const visit = createBrowser(port);
    expect(postedForm(await visit(ask(google, { prompt: 'none' }))).fields.error).toBe('login_required');
    await signIn(visit, ask(google), 'teacher@demo.example');
    expect(postedForm(await visit(ask(google, { prompt: 'none' }))).fields.id_token).toBeDefined();
  });

  it('posts access_denied when the sign-in is cancelled', async () => {
    const visit = createBrowser(port);
    const asked = await visit(ask(google));
    const cancelled = await visit(asked.location ?? '', { cancel: '1' });
    expect(postedForm(await visit(cancelled.location ?? '')).fields).toMatchObject({
      error: 'access_denied',
      state: 'state-1',
    });
  });

  it('asks for a real address', async () => {
    const visit = createBrowser(port);
    const asked = await visit(ask(google));
    const wrong = await visit(asked.location ?? '', { email: 'nobody' });
    expect(wrong.status).toBe(400);
    expect(wrong.text).toContain('Enter an e-mail address.');
  });

  it.each([
    ['another redirect address', { redirect_uri: 'http://evil.example/redirect' }],
    ['an unknown client', { client_id: 'someone' }],
  ])('shows an error page, and sends nobody anywhere, for %s', async (_what, change) => {
    const { status, text, location } = await createBrowser(port)(ask(google, change));
    expect(status).toBe(400);
    expect(location).toBeUndefined();
    expect(text).toContain('Sign-in failed');
  });

  it('says that a chooser has expired which it does not know', async () => {
    const { status, text } = await createBrowser(port)('/google/choose/unknown');
    expect(status).toBe(400);
    expect(text).toContain('This sign-in has expired.');
  });

  it('needs a nonce', async () => {
    const { fields } = postedForm(await createBrowser(port)(ask(google, { nonce: '' })));
    expect(fields.error).toBe('invalid_request');
  });

  it('publishes its key and where things are', async () => {
    const visit = createBrowser(port);
    const discovery = JSON.parse((await visit(`${google.issuer}/.well-known/openid-configuration`)).text);
    expect(discovery).toMatchObject({
      issuer: google.issuer,
      authorization_endpoint: google.authorizationUrl,
    });
    const { keys } = JSON.parse((await visit(discovery.jwks_uri)).text);
    expect(keys[0]).toMatchObject({ kty: 'RSA', alg: 'RS256', kid: 'k' });
    expect(keys[0]).not.toHaveProperty('d');
  });

  it.each<Record<string, string>>([
    { 'x-real-ip': '192.0.2.7' },
    { via: '1.1 tunnel' },
    { 'x-test-host': 'pages.example' },
  ])('refuses a call that may come from elsewhere: %j', async (headers) => {
    const url = new URL(ask(google));
    const answer = await fetch(`http://127.0.0.1:${port}${url.pathname}${url.search}`, {
      redirect: 'manual',
      headers: { 'x-test-host': `id.localhost:${port}`, ...headers },
    });
    expect(answer.status).toBe(403);
  });
});

import { createLocalJWKSet, exportJWK, generateKeyPair, type JWK, type JWTPayload, SignJWT } from 'jose';
import { beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#base/log.ts';
import type { PlatformOptions } from '#base/platform-options.ts';
import { createAddresses } from '#http/addresses.ts';
import { parseOptions } from '../../options/parse-options.ts';
import { createIdTokenVerifier, googleIssuer, microsoftIssuer, type TrustedIssuer } from './id-token.ts';
import { createIdentity, mayRunDevelopmentProvider } from './identity.ts';

const NOW_MS = 1_700_000_000_000;
const DIRECTORY = '11111111-2222-4333-8444-555555555555';
const OTHER_DIRECTORY = '99999999-2222-4333-8444-555555555555';

let privateKey: CryptoKey;
let publicJwk: JWK;
beforeAll(async () => {
  const pair = await generateKeyPair('RS256', { extractable: true });
  privateKey = pair.privateKey;
  publicJwk = { ...(await exportJWK(pair.publicKey)), kid: 'k', alg: 'RS256' };
});

/** Verifies with the configured provider, but with the test's key instead of the published one. */
function verify(issuer: TrustedIssuer, payload: JWTPayload) {
  const keys = createLocalJWKSet({ keys: [publicJwk] });
  const seconds = NOW_MS / 1000;
  return new SignJWT({ sub: 's', nonce: 'n', aud: 'ours', iat: seconds, exp: seconds + 60, ...payload })
    .setProtectedHeader({ alg: 'RS256', kid: 'k' })
    .sign(privateKey)
    .then(createIdTokenVerifier([{ ...issuer, keys }], () => NOW_MS));
}

describe('id tokens of Google', () => {
  const google = googleIssuer('ours');
  const payload = { iss: 'https://accounts.google.com', email: 'Ann@School.example', email_verified: true };

  it('name a verified address, names and a picture', async () => {
    expect(
      await verify(google, {
        ...payload,
        name: 'Ann-Lee Smith',
        given_name: 'Ann-Lee',
        family_name: 'Smith',
        picture: 'https://p',
      }),
    ).toEqual({
      name: 'ok',
      identity: {
        provider: 'google',
        email: 'ann@school.example',
        account: { issuer: 'https://accounts.google.com', subject: 's' },
        name: 'Ann-Lee Smith',
        givenName: 'Ann-Lee',
        familyName: 'Smith',
        picture: 'https://p',
      },
      nonce: 'n',
      expiresAt: NOW_MS + 60_000,
      signed: expect.stringMatching(/^[\w-]+\.[\w-]+$/),
    });
    expect((await verify(google, { ...payload, iss: 'accounts.google.com' })).name).toBe('ok');
  });

  it.each([
    ['an address that is not verified', { email_verified: false }],
    ['no address', { email: undefined }],
    ['another issuer', { iss: 'https://accounts.google.com.evil.example' }],
    ['another audience', { aud: 'theirs' }],
    ['no expiry', { exp: undefined }],
    ['no nonce', { nonce: undefined }],
  ])('count for nothing with %s', async (_what, change) => {
    expect((await verify(google, { ...payload, ...change })).name).toBe('refused');
  });
});

describe('id tokens of Microsoft', () => {
  const payload = {
    iss: `https://login.microsoftonline.com/${DIRECTORY}/v2.0`,
    tid: DIRECTORY,
    oid: 'ann-object',
    preferred_username: 'ann@school.example',
  };
  const email = async (tenant: string, change: JWTPayload = {}) => {
    const result = await verify(microsoftIssuer('ours', tenant), { ...payload, ...change });
    return result.name === 'ok' ? result.identity.email : result.name;
  };

  it('come from any directory, each with an issuer of its own', async () => {
    expect(await email('common')).toBe('ann@school.example');
    expect(await email('common', { tid: OTHER_DIRECTORY })).toBe('refused');
    expect(await email('common', { tid: 'x', iss: 'https://login.microsoftonline.com/x/v2.0' })).toBe(
      'refused',
    );
  });

  it('name the account by its directory and object, and count for nothing without', async () => {
    const result = await verify(microsoftIssuer('ours', 'organizations'), { ...payload, tid: DIRECTORY });
    expect(result).toMatchObject({
      identity: { account: { issuer: payload.iss, subject: 'ann-object' } },
    });
    expect(await email('organizations', { oid: undefined })).toBe('refused');
  });

  it.each([
    ['organizations', 'refused'],
    [DIRECTORY, 'refused'],
    ['common', 'ann@school.example'],
    ['consumers', 'ann@school.example'],
  ])('of private accounts count with %s: %s', async (tenant, outcome) => {
    const tid = '9188040d-6c67-4c5b-b112-36a304b66dad';
    const iss = `https://login.microsoftonline.com/${tid}/v2.0`;
    expect(await email(tenant, { tid, iss })).toBe(outcome);
  });

  it('of an organisation count for nothing where private accounts alone are let in', async () => {
    expect(await email('consumers')).toBe('refused');
    expect(await email('organizations')).toBe('ann@school.example');
  });

  it('come from one directory only where one is configured', async () => {
    expect(await email(DIRECTORY)).toBe('ann@school.example');
    expect(await email(OTHER_DIRECTORY)).toBe('refused');
  });

  it('cannot borrow an address that their directory has not proved', async () => {
    expect(await email('common', { email: 'head@school.example' })).toBe('ann@school.example');
    expect(await email('common', { email: 'head@school.example', preferred_username: undefined })).toBe(
      'refused',
    );
    expect(await email('common', { email: 'head@school.example', xms_edov: true })).toBe(
      'head@school.example',
    );
  });
});

describe('which providers there are', () => {
  const keyless = () => Promise.reject(new Error('no stand-in, no key'));
  const signingKeys = { read: keyless, ensure: keyless };
  const optionsOf = (env: Record<string, string>): PlatformOptions => {
    const parsed = parseOptions([], { GOOGLE_CLIENT_ID: 'ours', ...env });
    if (parsed.name !== 'ok') throw new Error(parsed.name);
    return parsed.options;
  };
  const identityOf = (options: PlatformOptions) =>
    createIdentity({
      signingKeys,
      options,
      clock: () => NOW_MS,
      log: silentLog,
      addresses: createAddresses(options, 8080),
    });

  it('is only the configured ones where others can reach the platform', async () => {
    const identity = await identityOf(optionsOf({ DOMAIN: 'school.example', TRUST_PROXY: 'loopback' }));
    expect(identity.developmentProviders).toEqual([]);
    expect(identity.providers).toEqual({
      google: { authorizationUrl: 'https://accounts.google.com/o/oauth2/v2/auth', clientId: 'ours' },
    });
  });

  it('is none at all without a configured one there: the platform does not start', async () => {
    const options = { ...optionsOf({ LISTEN: '0.0.0.0', TRUST_PROXY: 'loopback' }), google: undefined };
    await expect(identityOf(options)).rejects.toThrow(/runs on this machine only/);
  });

  it.each<Record<string, string>>([
    { LISTEN: '0.0.0.0' },
    { DOMAIN: 'school.example' },
    { TRUST_PROXY: 'loopback' },
  ])('has no stand-ins with %j', (env) => {
    const options = optionsOf({ TRUST_PROXY: 'loopback', ...env });
    const trustedProxies = env.TRUST_PROXY ? options.trustedProxies : [];
    expect(mayRunDevelopmentProvider({ ...options, trustedProxies })).toBe(false);
    expect(mayRunDevelopmentProvider(optionsOf({}))).toBe(true);
  });
});

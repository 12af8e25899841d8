/** What somebody without the right would try against the running platform, over the wire: forged tokens, and paths. */
import { createHmac } from 'node:crypto';
import { connect } from 'node:net';
import { importJWK, SignJWT } from 'jose';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { Tokens } from '#protocol/auth/auth-service.ts';
import { openEncryption } from '../../../server/auth/secrets/encryption.ts';
import { encryptionKeyFile } from '../../../server/auth/secrets/encryption-key.ts';
import { openSigningKeys } from '../../../server/auth/secrets/signing-keys.ts';
import { createPlatform, type Platform } from '../../../server/platform/platform.ts';
import { takeDataFolder, testOptions } from '../../support/classroom/seeded-data.ts';
import { ask, consoleSession, idTokenOf } from '../../support/tutors/platform-session.ts';
import { openRaw } from '../broker/broker-raw-client.ts';

let platform: Platform;
let session: Tokens;
let publicKey: Record<string, unknown>;
/** A token that is good but for the change of its claims or of its type. */
let signed: (change?: object, typ?: string) => Promise<string>;
let remove: () => Promise<void>;
beforeAll(async () => {
  const folder = await takeDataFolder();
  remove = folder.remove;
  platform = await createPlatform(testOptions({ dataDir: folder.dataDir, students: 0 }));
  session = await consoleSession(platform, 'teacher@demo.example');
  const keys = await ask(`${platform.origin('demo')}/auth/.well-known/jwks.json`);
  publicKey = JSON.parse(keys.body).keys[0];
  signed = await openSigner(folder.dataDir);
}, 120_000);
afterAll(async () => {
  await platform.close();
  await remove();
});

const part = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');
const claims = () => readClaims(session.accessToken) as unknown as Record<string, unknown>;
const signature = () => session.accessToken.split('.')[2] ?? '';
const hmac = (head: object, secret: string, change: object = {}) => {
  const text = `${part(head)}.${part({ ...claims(), ...change })}`;
  return `${text}.${createHmac('sha256', secret).update(text).digest('base64url')}`;
};
const unsigned = (head: object) => `${part(head)}.${part(claims())}.`;

/** Signs with the platform's own key. */
async function openSigner(dataDir: string): Promise<typeof signed> {
  const { db } = platform.store;
  const keyFile = encryptionKeyFile({ dataDir, databaseUrl: undefined });
  const encryption = await openEncryption({ db, key: undefined, keyFile });
  const [{ kid, privateJwk }] = await (await openSigningKeys({ db, encryption })).ensure('access');
  const key = await importJWK(privateJwk, 'ES256');
  return (change = {}, typ = 'at+jwt') =>
    new SignJWT({ ...claims(), ...change }).setProtectedHeader({ alg: 'ES256', kid, typ }).sign(key);
}
const secondsFromNow = (seconds: number) => Math.floor(Date.now() / 1000) + seconds;

type Forged = [string, () => string | Promise<string>];
const FORGED: Forged[] = [
  ['nothing', () => ''],
  ['no token at all', () => 'x'],
  ['none', () => unsigned({ alg: 'none', typ: 'at+jwt' })],
  ['None', () => unsigned({ alg: 'None', typ: 'at+jwt' })],
  ['HS256 with the public key', () => hmac({ alg: 'HS256', typ: 'at+jwt' }, JSON.stringify(publicKey))],
  ['HS256 with a part of it', () => hmac({ alg: 'HS256', typ: 'at+jwt' }, String(publicKey.x))],
  ['HS256 with an empty key', () => hmac({ alg: 'HS256', typ: 'at+jwt', kid: publicKey.kid }, '0')],
  ['a kid that is a path', () => hmac({ alg: 'HS256', typ: 'at+jwt', kid: '../../dev/null' }, '0')],
  ['a kid that is SQL', () => hmac({ alg: 'HS256', typ: 'at+jwt', kid: "' or '1'='1" }, '0')],
  ['a key of its own', () => hmac({ alg: 'HS256', typ: 'at+jwt', jwk: { kty: 'oct', k: 'MA' } }, '0')],
  ['a key elsewhere', () => hmac({ alg: 'HS256', typ: 'at+jwt', jku: 'http://evil.example/' }, '0')],
  [
    'other claims under a good signature',
    () => {
      const [head] = session.accessToken.split('.');
      return `${head}.${part({ ...claims(), roles: ['superAdmin'], realm: 'admin' })}.${signature()}`;
    },
  ],
  ['a refresh token', () => session.refreshToken],
  ['one that has expired', () => signed({ exp: secondsFromNow(-1) })],
  ['one that never expires', () => signed({ exp: undefined })],
  ['one for later', () => signed({ nbf: secondsFromNow(600) })],
  ['one of another issuer', () => signed({ iss: 'lectern@evil.example' })],
  ['one for another audience', () => signed({ aud: 'lectern-sign-in' })],
  ['one of another type', () => signed({}, 'JWT')],
  ['the ticket of a sign-in', () => platform.tokens.signTicket(claims(), 600)],
];

/** Good at the auth service, for a sign-in. */
const ID_TOKEN: Forged = ['an id token', () => idTokenOf(platform, 'teacher@demo.example')];

describe('forged tokens', () => {
  it.each([...FORGED, ID_TOKEN])('%s reads nothing', async (_name, token) => {
    const answer = await ask(`${platform.origin('demo')}/v1/groups`, {
      headers: { authorization: `Bearer ${await token()}`, 'tenant-key': 'demo' },
    });
    expect(answer.status).toBe(401);
    expect(JSON.parse(answer.body)).toMatchObject({ code: 'unauthorized' });
  });

  it.each(FORGED)('%s begins no session', async (_name, token) => {
    const answer = await ask(`${platform.origin('demo')}/auth/login`, {
      method: 'POST',
      headers: {
        authorization: `Bearer ${await token()}`,
        'tenant-key': 'demo',
        'content-type': 'application/json',
      },
      body: JSON.stringify({ siteId: 'riverside', realm: 'admin' }),
    });
    expect([400, 401]).toContain(answer.status);
  });

  it.each([...FORGED, ID_TOKEN])('%s does not connect', async (_name, token) => {
    const own = readClaims(session.accessToken);
    if (!own) throw new Error('no claims');
    const raw = await openRaw(`ws://127.0.0.1:${platform.port}/mqtt`);
    raw.connect(await token(), mqttClientId(own, 'forger'));
    await raw.closed;
    expect(raw.take('connack').map(({ reasonCode }) => reasonCode)).not.toContain(0);
  });

  it.each<Forged>([
    ['the good one', () => session.accessToken],
    ['one that is signed like it', () => signed()],
  ])('while %s does', async (_name, token) => {
    const answer = await ask(`${platform.origin('demo')}/v1/groups`, {
      headers: { authorization: `Bearer ${await token()}`, 'tenant-key': 'demo' },
    });
    expect(answer.status).toBe(200);
  });
});

const FILE = 'package.json';
describe('paths out of the folder of the pages', () => {
  it.each([
    `/../${FILE}`,
    `/assets/../../${FILE}`,
    `/assets/..%2f..%2f${FILE}`,
    `/assets/%2e%2e/%2e%2e/${FILE}`,
    `/assets/%2e%2e%2f%2e%2e%2f${FILE}`,
    `/assets/..%5c..%5c${FILE}`,
    `/assets/..\\..\\${FILE}`,
    `/assets/%252e%252e/%252e%252e/${FILE}`,
    `/assets/....//....//${FILE}`,
    `/assets/..;/..;/${FILE}`,
    `//../${FILE}`,
    `/assets/%c0%ae%c0%ae/${FILE}`,
    `/assets/../../${FILE}%00.js`,
  ])('%s gives nothing', async (path) => {
    const { status, body } = await askRaw(path);
    expect(body).not.toContain('"devDependencies"');
    if (status === 200) expect(body).toContain('<html');
  });
});

/** As it is written: an address that is parsed first would lose its dots. */
function askRaw(path: string): Promise<{ status: number; body: string }> {
  const host = new URL(platform.origin('demo')).host;
  return new Promise((resolve, reject) => {
    const socket = connect(platform.port, '127.0.0.1');
    let text = '';
    socket.setEncoding('utf8').on('data', (part) => {
      text += part;
    });
    socket.on('error', reject);
    socket.on('close', () => resolve({ status: Number(text.split(' ')[1]), body: text }));
    socket.write(`GET ${path} HTTP/1.1\r\nHost: ${host}\r\nConnection: close\r\n\r\n`);
  });
}

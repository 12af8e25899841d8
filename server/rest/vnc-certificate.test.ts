import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fastify } from 'fastify';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { silentLog } from '#base/log.ts';
import { createErrorHandler } from '#http/error-answers.ts';
import { openTestStore, type TestStore } from '#store/fakes/open-test-store.ts';
import { registerVncCertificate } from './vnc-certificate.ts';

const CERTIFICATE = '-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----';
const KEY = '-----BEGIN PRIVATE KEY-----\nMIIE\n-----END PRIVATE KEY-----';

let store: TestStore;
let folder: string;
beforeAll(async () => {
  store = await openTestStore('pglite');
  await store.db.insertInto('tenants').values({ key: 'demo', name: 'Demo School' }).execute();
  await store.db.insertInto('tenants').values({ key: 'bare', name: 'Bare School' }).execute();
  folder = await mkdtemp(join(tmpdir(), 'lectern-vnc-'));
  await writeFile(
    join(folder, 'demo.pem'),
    `Authority of the school\r\n${KEY}\n${CERTIFICATE}\n${CERTIFICATE}\n`,
  );
  await writeFile(join(folder, 'keys.pem'), KEY);
}, 60_000);
afterAll(async () => {
  await store.dispose();
  await rm(folder, { recursive: true });
});

async function ask(query: string, { vncCa }: { vncCa: string | undefined } = { vncCa: folder }) {
  const app = fastify();
  app.setErrorHandler(createErrorHandler(silentLog));
  registerVncCertificate(app, { db: store.db, vncCa });
  const answer = await app.inject(`/v1/vnc/ca${query}`);
  await app.close();
  return answer;
}

describe('GET /v1/vnc/ca', () => {
  it('gives a tenant’s certificates to download, without a token and without the key beside them', async () => {
    const { statusCode, headers, body } = await ask('?tenant=demo');
    expect(statusCode).toBe(200);
    expect(body).toBe(`${CERTIFICATE}\n${CERTIFICATE}\n`);
    expect(headers).toMatchObject({
      'content-type': 'application/x-pem-file',
      'content-disposition': 'attachment; filename="demo-remote-control-ca.pem"',
    });
  });

  it('takes one file for every tenant', async () => {
    expect((await ask('?tenant=bare', { vncCa: join(folder, 'demo.pem') })).statusCode).toBe(200);
  });

  it.each([
    ['nothing is configured', '?tenant=demo', () => undefined],
    ['the tenant has no file', '?tenant=bare', () => folder],
    ['what was configured is not there', '?tenant=demo', () => join(folder, 'gone')],
    ['the file has no certificate', '?tenant=demo', () => join(folder, 'keys.pem')],
  ])('says so where %s', async (_what, query, vncCa) => {
    const answer = await ask(query, { vncCa: vncCa() });
    const message = 'No certificate for remote control is configured for this tenant.';
    expect(answer.statusCode).toBe(404);
    expect(answer.json()).toEqual({ code: 'not-found', message, messages: [message] });
  });

  it.each(['', '?tenant=', '?tenant=..%2Fdemo', '?tenant=a&tenant=b', '?tenant=%00'])(
    'refuses what is no tenant: %s',
    async (query) => {
      expect((await ask(query)).statusCode).toBe(400);
    },
  );

  it('knows no certificate of a tenant that is not there', async () => {
    expect((await ask('?tenant=keys')).json()).toMatchObject({ code: 'tenant-not-found' });
  });
});

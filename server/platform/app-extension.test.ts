import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { writeExtension } from '../extension/fakes/extension-folder.ts';
import { verifiedCrx } from '../extension/fakes/verified-crx.ts';
import { type AppFixture, createAppFixture, refusalOf } from './fakes/app-fixture.ts';

let at: AppFixture;
beforeAll(async () => {
  at = await createAppFixture();
}, 30_000);
afterAll(() => at.close());

const UPDATES = '/extension/update.xml';
const codebaseIn = (xml: string) => new URL(/codebase="([^"]+)"/.exec(xml)?.[1] ?? 'none:');
const pathIn = (xml: string) => `${codebaseIn(xml).pathname}${codebaseIn(xml).search}`;

it('answers with what the operator does before the extension is built', async () => {
  for (const path of [UPDATES, '/extension/abcdefghijklmnopabcdefghijklmnop.crx']) {
    expect(refusalOf(await at.get('demo.localhost', path))).toEqual({
      status: 404,
      code: 'not-found',
      message: expect.stringContaining('npm run build:extension'),
    });
  }
});

describe('the built extension', () => {
  beforeAll(() => writeExtension(at.extensionDir));

  it('is announced and served to a browser without a token', async () => {
    const updates = await at.get('demo.localhost', UPDATES);
    expect(updates.statusCode).toBe(200);
    expect(updates.headers).toMatchObject({
      'content-type': 'text/xml; charset=utf-8',
      'cache-control': 'public, max-age=300',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    expect(codebaseIn(updates.body).origin).toBe('http://demo.localhost:8080');
    const crx = await at.get('demo.localhost', pathIn(updates.body));
    expect(crx.statusCode).toBe(200);
    expect(crx.headers).toMatchObject({
      'content-type': 'application/x-chrome-extension',
      'cache-control': 'public, max-age=31536000, immutable',
      'content-disposition': 'attachment; filename="lectern-1.4.0.1.crx"',
      'content-security-policy': expect.stringContaining("default-src 'none'"),
      'x-content-type-options': 'nosniff',
    });
    const { id, files } = verifiedCrx(crx.rawPayload);
    expect(updates.body).toContain(`appid="${id}"`);
    expect(files['manifest.json']).toContain('http://demo.localhost:8080/extension/update.xml');
  });

  it('is not cached under an address without its version', async () => {
    const { pathname } = codebaseIn((await at.get('demo.localhost', UPDATES)).body);
    for (const path of [pathname, `${pathname}?v=1.0`]) {
      expect((await at.get('demo.localhost', path)).headers['cache-control']).toBe('no-cache');
    }
  });

  it('can be downloaded as files', async () => {
    const { pathname } = codebaseIn((await at.get('demo.localhost', UPDATES)).body);
    const zip = await at.get('demo.localhost', pathname.replace(/crx$/, 'zip'));
    expect(zip.headers['content-type']).toBe('application/zip');
    expect(zip.rawPayload.toString('latin1', 0, 2)).toBe('PK');
  });

  it.each([
    ['demo.localhost', '/extension/abcdefghijklmnopabcdefghijklmnop.crx'],
    ['demo.localhost', '/extension/..%2Funpacked%2Fmanifest.json'],
    ['demo.localhost', '/extension/'],
    ['demo.localhost', '/extension'],
    ['demo.localhost', '/extension/a/b'],
    ['login.localhost', UPDATES],
    ['config.localhost', UPDATES],
    ['localhost', UPDATES],
  ])('is not at %s%s', async (host, url) => {
    const headers = { 'sec-fetch-mode': 'navigate' };
    expect(refusalOf(await at.get(host, url, headers))).toMatchObject({ status: 404, code: 'not-found' });
  });

  it('is not served to a tenant that does not exist', async () => {
    expect(refusalOf(await at.get('unknown.localhost', UPDATES))).toMatchObject({
      status: 404,
      code: 'tenant-not-found',
    });
  });
});

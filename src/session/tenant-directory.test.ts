import { describe, expect, test } from 'vitest';
import { createFakeStorage } from './fakes/fake-storage.ts';
import { createTenantDirectory } from './tenant-directory.ts';

const document = {
  tenant: 'demo',
  name: 'Demo School',
  CONSOLE_URL: 'http://demo.localhost:8080',
  AUTH_URL: 'http://demo.localhost:8080/auth',
  REST_URL: 'http://demo.localhost:8080',
  MQTT_URL: 'ws://demo.localhost:8080/mqtt',
  PEER_SERVER: 'demo.localhost',
  STUN_SERVER: 'stun:demo.localhost:3478',
  RUNNER_INSTALLER_URL: 'https://files.example/runner.msi',
  providers: { google: { authorizationUrl: 'http://id.localhost:8080/google/auth', clientId: 'c' } },
};

function setUp(answer: () => Response | Promise<Response>) {
  const storage = createFakeStorage();
  const asked: string[] = [];
  const directory = createTenantDirectory({
    fetch: async (url) => {
      asked.push(url);
      return answer();
    },
    storage: () => storage,
    configUrl: () => 'http://config.localhost:8080',
  });
  return { storage, asked, directory };
}
const json = (body: unknown, status = 200) => new Response(JSON.stringify(body), { status });

test('a good document is found and kept under the names of the specification', async () => {
  const { storage, asked, directory } = setUp(() => json(document));
  expect(await directory.lookUp('demo')).toEqual({ name: 'found', configuration: document });
  expect(asked).toEqual(['http://config.localhost:8080/demo.json']);
  for (const key of ['AUTH_URL', 'REST_URL', 'MQTT_URL', 'PEER_SERVER', 'STUN_SERVER'] as const)
    expect(storage.getItem(key)).toBe(document[key]);
  expect(storage.getItem('TENANT_KEY')).toBe('demo');
  expect(directory.cached('demo')).toEqual(document);
});

describe('outcomes', () => {
  test.each([404, 403])('%i: there is no such tenant', async (status) => {
    expect(await setUp(() => json({}, status)).directory.lookUp('demo')).toEqual({ name: 'not-found' });
  });

  test.each([
    ['a server failure', () => json({}, 502)],
    ['no answer', () => Promise.reject(new TypeError('failed to fetch'))],
    ['HTML', () => new Response('<!doctype html>')],
    ['a document without addresses', () => json({ tenant: 'demo', name: 'x' })],
    ['another tenant’s document', () => json({ ...document, tenant: 'other' })],
  ])('%s: the configuration is unavailable, and nothing is kept', async (_, answer) => {
    const { storage, directory } = setUp(answer);
    expect(await directory.lookUp('demo')).toMatchObject({ name: 'unavailable' });
    expect(storage.length).toBe(0);
  });
});

test('a failure leaves the last good document in place', async () => {
  let answer = () => json(document);
  const { directory } = setUp(() => answer());
  await directory.lookUp('demo');
  answer = () => json({}, 404);
  await directory.lookUp('demo');
  expect(directory.cached('demo')).toEqual(document);
});

test('what is stored for another tenant, or damaged, is not used', async () => {
  const { storage, directory } = setUp(() => json(document));
  await directory.lookUp('demo');
  expect(directory.cached('other')).toBeUndefined();
  storage.removeItem('REST_URL');
  expect(directory.cached('demo')).toBeUndefined();
});

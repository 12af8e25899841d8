import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { RUNNER_VERSION } from '#protocol/runner-version.ts';
import { createRunnerLogin } from './runner-login.ts';

const TOKENS = { accessToken: 'a', refreshToken: 'r', expiresIn: 900, runnerId: 'r1', siteId: 'riverside' };
const sent: { secret: string; hostname: string; version: string }[] = [];

beforeEach(() => {
  sent.length = 0;
  vi.stubGlobal('fetch', async (_url: string, { body }: { body: string }) => {
    const login = JSON.parse(body);
    sent.push(login);
    return login.secret === 'good'
      ? Response.json(TOKENS)
      : Response.json(
          { code: 'unauthorized', message: 'This secret belongs to no site runner.' },
          { status: 401 },
        );
  });
});
afterEach(() => vi.unstubAllGlobals());

function create() {
  const clock = createFakeClock();
  const file = { secret: 'old' };
  const obtain = createRunnerLogin({
    origin: 'http://127.0.0.1:1',
    tenant: 'demo',
    secret: () => file.secret,
    hostname: 'attic',
    clock,
    signal: new AbortController().signal,
  });
  return { clock, file, login: () => obtain({ afterRefusal: false }) };
}

it('says the name and the version of the program', async () => {
  const { file, login } = create();
  file.secret = 'good';
  expect((await login()).identity).toEqual({ tenant: 'demo', site: 'riverside', runnerId: 'r1' });
  expect(sent).toEqual([{ secret: 'good', hostname: 'attic', version: RUNNER_VERSION }]);
});

it('does not send a secret again for a minute that was refused', async () => {
  const { clock, login } = create();
  for (let attempt = 0; attempt < 3; attempt += 1)
    await expect(login()).rejects.toThrow('This secret belongs to no site runner');
  expect(sent).toHaveLength(1);
  await clock.advance(60_000);
  await expect(login()).rejects.toThrow();
  expect(sent).toHaveLength(2);
});

it('tries another secret at once', async () => {
  const { file, login } = create();
  await expect(login()).rejects.toThrow();
  file.secret = 'good';
  expect((await login()).identity.runnerId).toBe('r1');
});

it('says why a secret cannot be read', async () => {
  const clock = createFakeClock();
  const obtain = createRunnerLogin({
    origin: 'http://127.0.0.1:1',
    tenant: 'demo',
    secret: () => {
      throw new Error('The token file cannot be read.');
    },
    hostname: 'attic',
    clock,
    signal: new AbortController().signal,
  });
  await expect(obtain({ afterRefusal: false })).rejects.toThrow('The token file cannot be read.');
  expect(sent).toEqual([]);
});

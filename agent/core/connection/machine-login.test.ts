import { expect, it } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import { memoryStore } from './agent-store.ts';
import { createMachineLogin, type MachineIdentity } from './machine-login.ts';

const SITE = { site: 'demo/riverside' };

type Sent = { secret: string; installationId: string };

function setUp(stored?: MachineIdentity, site = 'demo/riverside') {
  const sent: Sent[] = [];
  const store = memoryStore<MachineIdentity>(stored);
  /** The platform's answer to the next login: the device's secret, nothing new, or a failure. */
  let answer: string | undefined | AppError = 'device-1';
  let clock = 0;
  let ids = 0;
  const login = createMachineLogin({
    site,
    siteSecret: () => 'site',
    about: () => ({ type: 'linuxAgent', hostname: 'LAB-1', user: { name: 'Ann' } }),
    store,
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
    now: () => clock,
  });
  const post = async (body: object) => {
    sent.push(body as Sent);
    if (answer instanceof AppError && (body as Sent).secret !== 'site') throw answer;
    const deviceSecret = (body as Sent).secret === 'site' ? (answer ?? 'device-2') : undefined;
    return {
      accessToken: 'a',
      refreshToken: 'r',
      expiresIn: 60,
      ...(typeof deviceSecret === 'string' && { deviceSecret }),
      ...(deviceSecret instanceof AppError && { deviceSecret: 'device-2' }),
    };
  };
  return {
    store,
    shown: () => sent.map(({ secret, installationId }) => `${secret} ${installationId}`),
    answerWith(next: string | AppError) {
      answer = next;
    },
    pass(ms: number) {
      clock += ms;
    },
    about: login.about,
    send: () => login.send(post).catch((error: AppError) => error.code),
  };
}

it('sends the secret of the site once, and its own from then on', async () => {
  const { send, shown, store } = setUp();
  await send();
  await send();
  expect(shown()).toEqual(['site id-1', 'device-1 id-1']);
  expect(store.get()).toEqual({ ...SITE, installationId: 'id-1', secret: 'device-1' });
});

it('enrols anew with the same id where the platform refuses its secret', async () => {
  const { send, shown, answerWith, store } = setUp({ installationId: 'old', secret: 'device-0' });
  answerWith(new AppError('unauthorized', 'revoked'));
  await send();
  expect(shown()).toEqual(['device-0 old', 'site old']);
  expect(store.get()).toEqual({ ...SITE, installationId: 'old', secret: 'device-2' });
});

it('keeps its secret where the platform could not check it, or has shut the device out', async () => {
  const { send, shown, answerWith, store } = setUp({ installationId: 'old', secret: 'device-0' });
  for (const code of ['unreachable', 'server', 'forbidden'] as const) {
    answerWith(new AppError(code, 'not now'));
    expect(await send()).toBe(code);
  }
  expect(shown()).toEqual(['device-0 old', 'device-0 old', 'device-0 old']);
  expect(store.get()).toEqual({ installationId: 'old', secret: 'device-0' });
});

it('becomes another machine where a copy of its disk stays connected, and not sooner', async () => {
  const { send, shown, answerWith, pass, store } = setUp({ installationId: 'old', secret: 'device-0' });
  answerWith(new AppError('conflict', 'connected'));
  expect(await send()).toBe('conflict');
  pass(19_000);
  expect(await send()).toBe('conflict');
  expect(store.get()).toEqual({ installationId: 'old', secret: 'device-0' });
  pass(1_000);
  await send();
  expect(shown().slice(2)).toEqual(['device-0 old', 'site id-1']);
  expect(store.get()).toEqual({ ...SITE, installationId: 'id-1', secret: 'device-2' });
});

it('forgets a conflict that has passed', async () => {
  const { send, answerWith, pass, store } = setUp({ installationId: 'old', secret: 'device-0' });
  answerWith(new AppError('conflict', 'connected'));
  await send();
  answerWith('never');
  await send();
  pass(60_000);
  answerWith(new AppError('conflict', 'connected'));
  expect(await send()).toBe('conflict');
  expect(store.get()).toEqual({ installationId: 'old', secret: 'device-0' });
});

it('shows another site neither its secret nor its session', async () => {
  const stored = { ...SITE, installationId: 'old', secret: 'device-0' };
  const [before, after] = [setUp(stored), setUp(stored, 'demo/hillcrest')];
  await before.send();
  await after.send();
  expect(before.shown()).toEqual(['device-0 old']);
  expect(after.shown()).toEqual(['site old']);
  expect(after.store.get()).toEqual({ site: 'demo/hillcrest', installationId: 'old', secret: 'device-1' });
  expect(before.about()).not.toBe(after.about());
});

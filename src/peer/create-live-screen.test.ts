import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered, setUpLiveScreen, wait } from './fakes/live-screen-fixture.ts';
import { PeerFailure } from './peer-failure.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('the stream is tried first; live only when a first picture has come', async () => {
  const { screen, asked, states, calls, frame } = setUpLiveScreen();
  await wait(0);
  expect(asked[0]?.awaited).toMatchObject({ purpose: 'live', reference: 'run1' });
  expect(asked[0]?.awaited?.isWelcome('c1')).toBe(true);
  expect(asked[0]?.awaited?.isWelcome('c2')).toBe(false);
  const { stream } = calls();
  await wait(1_000);
  expect([states, screen.get()]).toEqual([[], { name: 'starting' }]);
  frame();
  expect(screen.get()).toEqual({ name: 'live', stream });
  await wait(120_000);
  expect(states).toEqual(['live']);
  expect(asked).toHaveLength(1);
});

test('thumbnails when none has started within 5 s; the stream takes over when it comes after all', async () => {
  const { states, calls, frame } = setUpLiveScreen();
  await wait(4_999);
  expect(states).toEqual([]);
  await wait(1);
  expect(states).toEqual(['thumbnails slow']);
  calls();
  frame();
  expect(states).toEqual(['thumbnails slow', 'live']);
});

test('what took 20 s is asked for anew after a pause', async () => {
  const { asked, states, calls, stopped } = setUpLiveScreen();
  await wait(1_000);
  calls();
  await wait(19_000);
  expect(states).toEqual(['thumbnails slow', 'thumbnails silent']);
  expect(asked[0]?.over).toEqual(['awaiting', 'run']);
  expect(stopped).toEqual(['first frame']);
  await wait(9_999);
  expect(asked).toHaveLength(1);
  await wait(1);
  expect(asked).toHaveLength(2);
});

test.each(['no-screen', 'privacy'])('%s: thumbnails at once, and tried again', async (code) => {
  const { asked, states } = setUpLiveScreen();
  await wait(100);
  asked[0]?.answer(answered({ state: 'failed', code }));
  await wait(0);
  expect(states).toEqual([`thumbnails ${code}`]);
  await wait(10_000);
  expect(asked).toHaveLength(2);
  expect(states).toHaveLength(1);
});

test('a device that cannot is asked again only when it comes back', async () => {
  const { asked, comesBack } = setUpLiveScreen();
  await wait(0);
  asked[0]?.answer(answered({ state: 'failed', code: 'unsupported' }));
  await wait(600_000);
  expect(asked).toHaveLength(1);
  comesBack();
  await wait(0);
  expect(asked).toHaveLength(2);
});

test('a device that confirmed may take its time to call', async () => {
  const { asked, states, calls, frame } = setUpLiveScreen();
  await wait(0);
  asked[0]?.answer(answered({ state: 'confirmed' }));
  await wait(3_000);
  calls();
  frame();
  expect(states).toEqual(['live']);
});

test.each([
  [
    'a call that does not come about',
    'unreachable',
    (s: ReturnType<typeof setUpLiveScreen>) => s.asked[0]?.on?.failed?.('c1'),
  ],
  [
    'a call that ends before its picture',
    'unreachable',
    (s: ReturnType<typeof setUpLiveScreen>) => s.calls().end(),
  ],
  [
    'silence',
    'silent',
    (s: ReturnType<typeof setUpLiveScreen>) => s.asked[0]?.answer(answered({ state: 'silent' })),
  ],
])('%s: thumbnails', async (_, reason, happens) => {
  const device = setUpLiveScreen();
  await wait(0);
  happens(device);
  await wait(0);
  expect(device.states).toEqual([`thumbnails ${reason}`]);
});

test('without peer connections there are thumbnails, and the reason', async () => {
  const { screen, setAddress, asked } = setUpLiveScreen();
  const info = vi.spyOn(console, 'info').mockImplementation(() => {});
  setAddress(async () => {
    throw new PeerFailure('no-ice-servers');
  });
  await wait(0);
  // The first attempt had its address; the next has none.
  asked[0]?.answer(answered({ state: 'silent' }));
  await wait(10_000);
  expect(screen.get()).toEqual({ name: 'thumbnails', reason: 'no-ice-servers' });
  expect(info).toHaveBeenCalledOnce();
  info.mockRestore();
});

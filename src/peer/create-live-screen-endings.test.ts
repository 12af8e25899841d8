import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { answered, setUpLiveScreen, wait } from './fakes/live-screen-fixture.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => {
  vi.clearAllTimers();
  vi.useRealTimers();
});

test('pauses grow from 10 s to 60 s', async () => {
  const { asked } = setUpLiveScreen();
  const pauses: number[] = [];
  for (let attempt = 1; attempt <= 6; attempt++) {
    await wait(0);
    asked.at(-1)?.answer(answered({ state: 'silent' }));
    await wait(0);
    const since = Date.now();
    while (asked.length === attempt) await wait(1_000);
    pauses.push((Date.now() - since) / 1_000);
  }
  expect(pauses).toEqual([10, 20, 40, 60, 60, 60]);
});

test('a stream that stood begins the pauses anew, and so does a device that came back', async () => {
  const { asked, calls, frame, comesBack } = setUpLiveScreen();
  const fails = async (pauseMs: number) => {
    await wait(0);
    asked.at(-1)?.answer(answered({ state: 'silent' }));
    const before = asked.length;
    await wait(pauseMs - 1);
    expect(asked).toHaveLength(before);
    await wait(1);
    expect(asked).toHaveLength(before + 1);
  };
  await fails(10_000);
  await fails(20_000);
  const visit = calls();
  frame();
  visit.end();
  await wait(10_000);
  expect(asked).toHaveLength(4);
  await fails(20_000);
  comesBack();
  await fails(10_000);
});

test.each(['connection', 'track'])(
  'a stream whose %s ends gives way to thumbnails at once, and is tried again',
  async (what) => {
    const { asked, states, calls, frame } = setUpLiveScreen();
    await wait(0);
    const visit = calls();
    frame();
    if (what === 'track') visit.stream.endTrack();
    else visit.end();
    await wait(0);
    expect(states).toEqual(['live', 'thumbnails ended']);
    expect(asked[0]?.over).toEqual(['awaiting', 'run']);
    await wait(10_000);
    calls();
    frame();
    expect(states).toEqual(['live', 'thumbnails ended', 'live']);
  },
);

test('back online: tried at once, not when the pause is over, and not twice', async () => {
  const { asked, states, comesBack } = setUpLiveScreen();
  await wait(0);
  asked[0]?.answer(answered({ state: 'silent' }));
  await wait(2_000);
  comesBack();
  await wait(0);
  expect(asked).toHaveLength(2);
  comesBack();
  await wait(0);
  expect(asked).toHaveLength(3);
  expect(asked[1]?.over).toEqual(['awaiting', 'run']);
  await wait(19_000);
  expect(asked).toHaveLength(3);
  expect(states).toEqual(['thumbnails silent']);
});

test('back online means nothing to a stream that stands', async () => {
  const { asked, calls, frame, comesBack } = setUpLiveScreen();
  await wait(0);
  calls();
  frame();
  comesBack();
  await wait(60_000);
  expect(asked).toHaveLength(1);
});

test('closed: everything of it ends, and nobody is told', async () => {
  const { screen, asked, states, stopped, calls, frame } = setUpLiveScreen();
  await wait(0);
  const visit = calls();
  frame();
  screen.close();
  expect(vi.getTimerCount()).toBe(0);
  visit.end();
  await wait(120_000);
  expect(states).toEqual(['live']);
  expect(asked).toHaveLength(1);
  expect(asked[0]?.over).toEqual(['awaiting', 'run']);
  expect(stopped).toContain('online');
  expect(vi.getTimerCount()).toBe(0);
});

test('closed before the address is known: nothing is asked', async () => {
  const { screen, asked } = setUpLiveScreen();
  screen.close();
  expect(vi.getTimerCount()).toBe(0);
  await wait(60_000);
  expect(asked).toEqual([]);
});

test('closed in a pause: no further attempt', async () => {
  const { screen, asked } = setUpLiveScreen();
  await wait(0);
  asked[0]?.answer(answered({ state: 'silent' }));
  await wait(1_000);
  screen.close();
  expect(vi.getTimerCount()).toBe(0);
  await wait(120_000);
  expect(asked).toHaveLength(1);
});

import { beforeEach, expect, test, vi } from 'vitest';
import { createFakeStorage } from '#session/fakes/fake-storage.ts';
import type { RunnerAnswer } from './nearby-runner.ts';
import { createRunnerReach } from './runner-reach.ts';

const URL_OF_RUNNER = 'https://10.0.0.7';
const HOUR_MS = 3_600_000;
let answer: RunnerAnswer;
let at: number;
let lostAt: number | undefined;
const ask = vi.fn(async () => answer);

let local: Storage;
let tab: Storage;

const open = (storage = { local: () => local, tab: () => tab }) =>
  createRunnerReach({ ask, storage, lostAt: () => lostAt, now: () => at });

beforeEach(() => {
  [local, tab] = [createFakeStorage(), createFakeStorage()];
  ask.mockClear();
  [answer, at, lostAt] = [{ name: 'named', hostname: 'LAB' }, 1_000, undefined];
});

test('a runner that did not answer is not called again in this session, also by another page of the tab', async () => {
  answer = { name: 'unreachable' };
  expect(await open().nameAt(URL_OF_RUNNER, false)).toBeUndefined();
  answer = { name: 'named', hostname: 'LAB' };
  expect(await open().nameAt(URL_OF_RUNNER, false)).toBeUndefined();
  expect(ask).toHaveBeenCalledTimes(1);
  expect(await open().nameAt('https://10.0.0.8', false)).toBe('LAB');
});

test('it is called again in another network, the next hour, or when a person asks', async () => {
  const reach = open();
  for (const change of [() => (lostAt = at + 1), () => (at += HOUR_MS), () => reach.ask(URL_OF_RUNNER)]) {
    answer = { name: 'unreachable' };
    at += HOUR_MS;
    await reach.nameAt(URL_OF_RUNNER, false);
    answer = { name: 'named', hostname: 'LAB' };
    await change();
    expect(await reach.nameAt(URL_OF_RUNNER, false)).toBe('LAB');
  }
});

test('a runner whose own certificate nobody was told to trust is called once a person has reached it', async () => {
  expect(await open().nameAt(URL_OF_RUNNER, true)).toBeUndefined();
  expect(ask).not.toHaveBeenCalled();
  expect(await open().ask(URL_OF_RUNNER)).toEqual(answer);
  expect(await open().nameAt(URL_OF_RUNNER, true)).toBe('LAB');
});

test('where storage is blocked it is asked each time', async () => {
  const blocked = () => {
    throw new DOMException('blocked', 'SecurityError');
  };
  const reach = open({ local: blocked, tab: blocked });
  expect(await reach.nameAt(URL_OF_RUNNER, false)).toBe('LAB');
  expect(await reach.nameAt(URL_OF_RUNNER, false)).toBe('LAB');
});

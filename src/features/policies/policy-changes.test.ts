import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { PolicyListWrite, PolicyTarget, PolicyWrite } from '#rest/policies.ts';
import { createPolicyRun, type PolicyChange, type PolicyWrites, reversed } from './policy-changes.ts';

beforeEach(() => void vi.spyOn(console, 'warn').mockImplementation(() => {}));
afterEach(() => vi.restoreAllMocks());

const quiet = { policyId: 'quiet', disabled: false };
const change = (id: string): PolicyChange => ({
  target: { kind: 'devices', id },
  name: id,
  write: { policies: [quiet] },
  former: { policies: [] },
});

const unwanted = () => Promise.reject(new Error('lists without a former one are written one by one'));

function start(ids: readonly string[], put: (target: PolicyTarget, write: PolicyWrite) => Promise<unknown>) {
  const onSettled = vi.fn();
  const run = createPolicyRun(ids.map(change), { put, changeMany: unwanted, onSettled });
  const states = () => Object.fromEntries([...run.get().answers].map(([key, { state }]) => [key, state]));
  return { run, states, onSettled };
}

test('writes every target’s list, and ends when all have answered', async () => {
  const put = vi.fn(async () => []);
  const { run, states, onSettled } = start(['d1', 'd2'], put);
  expect(states()).toEqual({ 'devices/d1': 'waiting', 'devices/d2': 'waiting' });
  await run.done;
  expect(states()).toEqual({ 'devices/d1': 'confirmed', 'devices/d2': 'confirmed' });
  expect(run.get().ended).toBe(true);
  expect(put).toHaveBeenCalledWith({ kind: 'devices', id: 'd1' }, { policies: [quiet] });
  expect(onSettled).toHaveBeenCalledTimes(1);
});

test('never has more than six writes on their way', async () => {
  const open = new Set<() => void>();
  let most = 0;
  const put = () =>
    new Promise<void>((resolve) => {
      const finish = () => {
        open.delete(finish);
        resolve();
      };
      open.add(finish);
      most = Math.max(most, open.size);
    });
  const { run } = start(
    Array.from({ length: 40 }, (_, i) => `d${i}`),
    put,
  );
  while (!run.get().ended) {
    for (const finish of [...open]) finish();
    await Promise.resolve();
  }
  expect(most).toBe(6);
  expect(run.get().answers.size).toBe(40);
});

test('what failed is told apart from what was refused, and only they are tried again', async () => {
  const put = vi
    .fn<(target: PolicyTarget) => Promise<unknown>>()
    .mockResolvedValueOnce([])
    .mockRejectedValueOnce(new AppError('unreachable', 'no'))
    .mockRejectedValueOnce(new AppError('forbidden', 'no'))
    .mockResolvedValue([]);
  const { run, states, onSettled } = start(['d1', 'd2', 'd3'], put);
  await run.done;
  expect(states()).toEqual({ 'devices/d1': 'confirmed', 'devices/d2': 'failed', 'devices/d3': 'refused' });
  run.retry();
  expect(states()).toEqual({ 'devices/d1': 'confirmed', 'devices/d2': 'waiting', 'devices/d3': 'waiting' });
  await vi.waitFor(() => expect(onSettled).toHaveBeenCalledTimes(2));
  expect(put.mock.calls.map(([target]) => target.id)).toEqual(['d1', 'd2', 'd3', 'd2', 'd3']);
  expect(new Set(Object.values(states()))).toEqual(new Set(['confirmed']));
});

test('the way back writes the former lists', () => {
  expect(reversed([change('d1')])).toEqual([
    { ...change('d1'), write: { policies: [] }, former: { policies: [quiet] } },
  ]);
});

describe('of many', () => {
  const games = { policyId: 'games', disabled: true, expiry: null };
  const toQuiet = (kind: 'users' | 'devices', id: string, former: PolicyListWrite['policies'] = []) => ({
    target: { kind, id },
    name: id,
    write: { policies: [...former, quiet], former },
    former: { policies: former, former: [...former, quiet] },
  });
  const runOf = (changes: readonly PolicyChange[], changeMany: PolicyWrites['changeMany']) =>
    createPolicyRun(changes, { put: vi.fn(async () => []), changeMany, onSettled: vi.fn() });

  test('those that change alike are one call of 250 at most, whatever else is applied to them', async () => {
    const changeMany = vi.fn<PolicyWrites['changeMany']>(async (targets) => targets);
    const users = Array.from({ length: 300 }, (_, at) => toQuiet('users', `u${at}`, at % 2 ? [games] : []));
    const run = runOf([...users, toQuiet('devices', 'd1')], changeMany);
    await run.done;
    expect(changeMany.mock.calls.map(([targets, change]) => [targets.length, change])).toEqual([
      [250, { add: [quiet], remove: [] }],
      [51, { add: [quiet], remove: [] }],
    ]);
    expect([...run.get().answers.values()].every(({ state }) => state === 'confirmed')).toBe(true);
  });

  test('the way back restores the fields of what was taken off', async () => {
    const changeMany = vi.fn<PolicyWrites['changeMany']>(async (targets) => targets);
    const takeOff = ['u1', 'u2'].map((id) => ({
      ...toQuiet('users', id),
      write: { policies: [], former: [games] },
      former: { policies: [games], former: [] },
    }));
    await runOf(takeOff, changeMany).done;
    await runOf(reversed(takeOff), changeMany).done;
    expect(changeMany.mock.calls.map(([, change]) => change)).toEqual([
      { add: [], remove: ['games'] },
      { add: [games], remove: [] },
    ]);
  });

  test('those that the platform does not answer with have failed, and are tried again', async () => {
    const changeMany = vi
      .fn<PolicyWrites['changeMany']>()
      .mockResolvedValueOnce([{ kind: 'users', id: 'u1' }])
      .mockImplementation(async (targets) => targets);
    const run = runOf(
      ['u1', 'u2', 'u3'].map((id) => toQuiet('users', id)),
      changeMany,
    );
    await run.done;
    const failed = [...run.get().answers.values()].filter(({ state }) => state === 'failed');
    expect(failed.map(({ clientId }) => clientId)).toEqual(['users/u2', 'users/u3']);
    run.retry();
    await vi.waitFor(() => expect(run.get().ended).toBe(true));
    expect(changeMany.mock.calls[1]?.[0].map(({ id }) => id)).toEqual(['u2', 'u3']);
  });
});

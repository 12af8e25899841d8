import { describe, expect, test } from 'vitest';
import type { FeedbackRecord } from '../broker/live-message.ts';
import { base, from, info, setUp, statuses } from '../fakes/devices-fixture.ts';

describe('a poll', () => {
  const poll = { id: 'p1', question: 'Why?', answers: ['a', 'b'], multiselect: false };

  test('stands on the client in every place, and is gone when it is over', () => {
    const { devices, take } = setUp();
    devices.open('client/c1');
    devices.merge('g1', statuses(false));
    devices.merge('client/c1', statuses(false));
    take();
    devices.setPoll('c1', { ...poll, answer: 'A' });
    devices.setPoll('c1', { ...poll, answer: 'A' });
    expect(take()).toEqual(Array(2).fill({ clientId: 'c1', poll: { ...poll, answer: 'A' } }));
    devices.setPoll('c1', undefined);
    expect(take()).toEqual(Array(2).fill({ clientId: 'c1', poll: undefined }));
  });

  test('waits for a client that is not there yet, or was away', () => {
    const { devices, take } = setUp();
    devices.setPoll('c1', poll);
    devices.merge('g1', statuses(false));
    expect(take()).toMatchObject([{ poll }]);
    devices.leave(from, 7);
    devices.merge('g1', statuses(false));
    expect(take()).toMatchObject([{ poll }]);
    devices.setPoll('c1', undefined);
    devices.leave(from, 7);
    devices.merge('g1', statuses(false));
    expect(take().at(-1)?.poll).toBeUndefined();
  });
});

test('the next session knows nothing of polls and wakes of this one', () => {
  const { devices, take, clock } = setUp();
  devices.setPoll('c1', { id: 'p1', question: 'Why?', answers: [], multiselect: false });
  devices.setWolStatus(['d-1'], clock.now());
  devices.stop();
  devices.open('g1');
  devices.merge('g1', {
    kind: 'info',
    record: {
      ...base,
      type: 'windowsAgent',
      version: '',
      displays: [],
      deviceId: 'd-1',
      device: { hostname: 'P' },
    },
  });
  const [client] = take();
  expect(client).not.toHaveProperty('poll');
  expect(client).not.toHaveProperty('wolStatus');
});

describe('a wake', () => {
  const known = (): FeedbackRecord => {
    const report = info('PC-1');
    return { kind: 'info', record: { ...report.record, deviceId: 'd-1' } } as FeedbackRecord;
  };

  test('stands on the clients of its device, there or to come', async () => {
    const { devices, take, clock } = setUp();
    devices.merge('g1', known());
    take();
    devices.setWolStatus(['d-1', 'd-2'], clock.now());
    expect(take()).toEqual([{ clientId: 'c1', wolStatus: clock.now() }]);
    const at = clock.now();
    devices.leave(from, 7);
    await clock.advance(60_000);
    devices.merge('g1', known());
    expect(take()).toMatchObject([{ wolStatus: at }]);
  });

  test('is forgotten after 30 min', async () => {
    const { devices, take, clock } = setUp();
    devices.setWolStatus(['d-1'], clock.now());
    await clock.advance(1_800_001);
    devices.merge('g1', known());
    expect(take()[0]).not.toHaveProperty('wolStatus');
  });
});

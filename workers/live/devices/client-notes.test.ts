import { describe, expect, test } from 'vitest';
import { from, setUp, statuses } from '../fakes/devices-fixture.ts';

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

test('the next session knows nothing of polls of this one', () => {
  const { devices, take } = setUp();
  devices.setPoll('c1', { id: 'p1', question: 'Why?', answers: [], multiselect: false });
  devices.stop();
  devices.open('g1');
  devices.merge('g1', statuses(false));
  expect(take()[0]).not.toHaveProperty('poll');
});

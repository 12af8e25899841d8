import { expect, test } from 'vitest';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { sharesOf } from './shares-of.ts';

const clients = (...ids: string[]) => ({
  clients: ids.map((clientId) => ({ clientId, userId: 'u', authType: 'user' as const })),
});
const sharer = { clientId: 'c5', name: 'Ada', displayId: undefined };
const place: ActionPlace = { kind: 'group', groupId: 'g1', title: '7A', isWhole: () => false };
const targets = [{ ...fakeTarget('c1'), shareSessionIds: ['s1', 'colleague'] }, fakeTarget('c5')];

test.each([
  ['of which the device says that it takes part', { id: 's1', audience: clients('c9') }, true],
  ['for the device', { id: 's2', audience: clients('c9', 'c1') }, true],
  ['of the device’s own screen', { id: 's3', audience: clients('c9'), sharer }, true],
  ['for the group', { id: 's4', audience: { groupId: 'g1' } }, true],
  ['for another group', { id: 's5', audience: { groupId: 'g2' } }, false],
  ['for other devices', { id: 's6', audience: clients('c9') }, false],
])('a share %s', (_, session, isEnded) => {
  expect(sharesOf({ place, targets }, [session]).own).toEqual(isEnded ? [session.id] : []);
});

test('what others share there ends on request', () => {
  expect(sharesOf({ place, targets }, [{ id: 's1', audience: clients('c1') }]).foreign).toEqual([
    'colleague',
  ]);
  expect(sharesOf({ place, targets: [fakeTarget('c2')] }, []).foreign).toEqual([]);
});

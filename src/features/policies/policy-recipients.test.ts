import { expect, test } from 'vitest';
import type { ActionTarget } from '../action-bar/action-target.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { policyRecipients } from './policy-recipients.ts';

const target = (name: string, more: Partial<ActionTarget>): ActionTarget => ({
  ...fakeTarget(name, { system: 'browser' }),
  name,
  recipient: { clientId: name, userId: 'u1', authType: 'user' },
  deviceId: undefined,
  userId: undefined,
  ...more,
});
const session = { clientId: 'c', userId: 's1', authType: 'session' as const };

test.each<[string, Partial<ActionTarget>, unknown]>([
  ['a device by its id', { deviceId: 'd1', userId: 'u1' }, { kind: 'devices', id: 'd1' }],
  [
    'a session by its device',
    { deviceId: 'd1', userId: 's1', recipient: session },
    { kind: 'devices', id: 'd1' },
  ],
  ['else a user', { userId: 'u1' }, { kind: 'users', id: 'u1' }],
  ['a user who is not connected', { userId: 'u1', recipient: undefined }, { kind: 'users', id: 'u1' }],
])('%s', (_case, more, expected) => {
  expect(policyRecipients([target('Ada', more)])).toEqual({
    recipients: [{ target: expected, name: 'Ada' }],
    without: [],
  });
});

test('a session without a device gets none, and is named', () => {
  const targets = [target('Guest', { userId: 's1', recipient: session }), target('Nobody', {})];
  expect(policyRecipients(targets)).toEqual({ recipients: [], without: ['Guest', 'Nobody'] });
});

test('a user with two devices that are not known is one target', () => {
  const targets = [target('Ada', { userId: 'u1' }), target('Ada again', { userId: 'u1' })];
  expect(policyRecipients(targets).recipients).toHaveLength(1);
});

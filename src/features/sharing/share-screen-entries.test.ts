import { afterEach, expect, test } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import { type ShareEnd, type ShareSession, shareSessions } from '#peer/share/share-sessions.ts';
import { activities } from '#shell/activity/activity.ts';
import type { ActionContext } from '../action-bar/action-entry.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { stopSharingEntry } from './share-screen-entries.ts';

const context: ActionContext = {
  place: { kind: 'device', clientId: 'c1' },
  targets: [fakeTarget('c1', { isSharing: true })],
};
const press = () => 'perform' in stopSharingEntry && stopSharingEntry.perform(context);

afterEach(() => {
  for (const entry of activities.list()) activities.cancel(entry);
});

test('Stop Sharing tells the devices to end every share that they take part in', () => {
  press();
  const [entry] = activities.list();
  expect(entry).toMatchObject({
    title: 'Stop Sharing',
    run: { action: 'stopShareScreen', request: { parameters: {} } },
  });
  expect([...(entry?.names ?? [])]).toEqual([['c1', 'Student c1']]);
});

test('and ends what this tab shares with them, so that it is not announced again', () => {
  const ended: ShareEnd[] = [];
  const share = (id: string, clientId: string) =>
    shareSessions.add({
      get: () => ({
        id,
        source: 'local',
        title: '',
        count: 1,
        peerId: 'p',
        startedAt: 0,
        viewers: 0,
        declined: 0,
        audience: { clients: [{ clientId, userId: 'u', authType: 'user' }] },
        stream: {} as MediaStream,
        encoding: PRESET_ENCODINGS.high,
      }),
      setEncoding: () => {},
      leaveOut: () => false,
      end(why) {
        ended.push(why);
        entries.get(id)?.ended(why);
      },
    });
  const entries = new Map<string, ReturnType<typeof share>>();
  for (const [id, clientId] of [
    ['theirs', 'c1'],
    ['others', 'c2'],
  ] as const)
    entries.set(id, share(id, clientId));
  press();
  expect(ended).toEqual(['stopped']);
  expect(shareSessions.get().map(({ id }) => id)).toEqual(['others']);
  shareSessions.stopAll('left');
});

test('with one of two who watch selected, the share goes on for the other; a group’s ends for all, and that is said', () => {
  const left: string[][] = [];
  const ended: string[] = [];
  const share = (id: string, audience: ShareSession['audience']) => {
    const entry = shareSessions.add({
      get: () => ({
        id,
        source: 'local',
        title: '',
        count: 2,
        peerId: 'p',
        startedAt: 0,
        viewers: 2,
        declined: 0,
        audience,
        stream: {} as MediaStream,
        encoding: PRESET_ENCODINGS.high,
      }),
      setEncoding: () => {},
      leaveOut(clientIds) {
        if ('groupId' in audience) return false;
        left.push([...clientIds]);
        return true;
      },
      end(why) {
        ended.push(id);
        entry.ended(why);
      },
    });
  };
  const two = ['c1', 'c2'].map((clientId) => ({ clientId, userId: 'u', authType: 'user' }) as const);
  share('both', { clients: two });
  press();
  expect([left, ended]).toEqual([[['c1']], []]);
  expect(activities.list()[0]?.title).toBe('Stop Sharing');
  share('group', { groupId: 'g1' });
  const place = { kind: 'group', groupId: 'g1', title: '7A', isWhole: () => false } as const;
  if ('perform' in stopSharingEntry) stopSharingEntry.perform({ ...context, place });
  expect(ended).toEqual(['group']);
  expect(activities.list()[0]?.title).toBe('Stop Sharing with the whole group');
  shareSessions.stopAll('left');
});

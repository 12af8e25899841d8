import { afterEach, expect, test } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import { type ShareEnd, shareSessions } from '../../peer/share/share-sessions.ts';
import { activities } from '../../shell/activity.ts';
import type { ActionContext } from '../action-entry.ts';
import { fakeTarget } from '../fakes/fake-targets.ts';
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
        ...{ id, source: 'local', title: '', count: 1, peerId: 'p', startedAt: 0, viewers: 0, declined: 0 },
        audience: { clients: [{ clientId, userId: 'u', authType: 'user' }] },
        stream: {} as MediaStream,
        encoding: PRESET_ENCODINGS.high,
      }),
      setEncoding: () => {},
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

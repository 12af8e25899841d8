import { expect, it } from 'vitest';
import { createUntilStored } from '#store/until-stored.ts';
import type { InboxMessage } from './platform-inbox.ts';
import { createWakeReplies, type SentWakes } from './wake-replies.ts';

function setUp(store: (sent: SentWakes) => Promise<void> = async () => {}) {
  const stored: SentWakes[] = [];
  const dropped: string[] = [];
  const failed: unknown[] = [];
  const untilStored = createUntilStored((error) => failed.push(error));
  const read = createWakeReplies({
    async store(sent) {
      stored.push(sent);
      await store(sent);
    },
    untilStored,
    drop: (reason) => dropped.push(reason),
    now: () => 7,
  });
  const say = (message: unknown, kind = 'runner', topic = 'tina/v1/backchannel/runner-r/reply') =>
    read({
      scope: { tenant: 'acme', site: 'one' },
      rest: topic.split('/'),
      payload: Buffer.from(typeof message === 'string' ? message : JSON.stringify(message)),
      properties: undefined,
      from: { claims: { kind } } as InboxMessage['from'],
    });
  return { stored, dropped, failed, say, settled: untilStored.close };
}
const REPLY = { id: 'a', action: 'wol', ok: true, woken: ['d1', 'd2'] };

it('what a runner has woken is noted, for whoever asked it', async () => {
  const { say, stored, settled } = setUp();
  say(REPLY);
  say(
    { ...REPLY, ok: false, code: 'unknown-device', woken: ['d3'] },
    'runner',
    'platform/v1/backchannel/runner-r/reply',
  );
  await settled();
  expect(stored).toEqual([
    { tenant: 'acme', site: 'one', deviceIds: ['d1', 'd2'], at: 7 },
    { tenant: 'acme', site: 'one', deviceIds: ['d3'], at: 7 },
  ]);
});

it('nothing else is: no word of a device, no other reply, nobody woken', async () => {
  const { say, stored, dropped, settled } = setUp();
  say(REPLY, 'device');
  say({ ...REPLY, action: 'ping' });
  say({ ...REPLY, woken: [] });
  say({ id: 'a', action: 'wol', ok: false, code: 'no-addresses' });
  say(REPLY, 'runner', 'tina/v1/backchannel/runner-r/progress');
  say(REPLY, 'runner', 'tina/v1/siterunners/wol');
  await settled();
  expect(stored).toEqual([]);
  expect(dropped).toEqual([]);
});

it('counts what it cannot use', async () => {
  const { say, dropped, failed, settled } = setUp(() => Promise.reject(new Error('away')));
  say('{');
  say({ ...REPLY, woken: 'all' });
  say(REPLY);
  await settled();
  expect(dropped).toEqual(['wake:json', 'wake:schema', 'wake:store']);
  expect(failed).toHaveLength(1);
});

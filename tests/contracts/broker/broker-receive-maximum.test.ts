/** No client has more unacknowledged messages than its Receive Maximum, and none is lost for it. */
import { describe, expect, it } from 'vitest';
import { tutorClaims } from './broker-claims.ts';
import {
  ACTIONS,
  acknowledge,
  EXPIRY,
  rawDeviceForEachTest,
  subscribeTo,
  taken,
} from './broker-raw-device.ts';

const at = rawDeviceForEachTest();
const { open, say } = at;

describe('Receive Maximum', () => {
  it('is honoured live: what is more comes with each acknowledgement, in order', async () => {
    const { raw } = await open({ properties: { receiveMaximum: 2 } });
    await subscribeTo(raw, [ACTIONS, 1]);
    for (let i = 1; i <= 6; i += 1) await say(`n${i}`);
    const seen: string[] = [];
    for (let rest = 6; rest > 0; ) {
      const sent = await taken(raw);
      expect(sent.length).toBeLessThanOrEqual(2);
      expect(sent.length).toBeGreaterThan(0);
      for (const { payload, messageId } of sent) {
        seen.push(payload.toString());
        acknowledge(raw, messageId);
      }
      rest -= sent.length;
    }
    expect(seen).toEqual(['n1', 'n2', 'n3', 'n4', 'n5', 'n6']);
  });

  it('lets QoS 0 pass', async () => {
    const { raw } = await open({ properties: { receiveMaximum: 1 } });
    await subscribeTo(raw, [ACTIONS, 1]);
    await say('one');
    await say('two');
    await say('stream', { qos: 0 });
    expect((await taken(raw)).map(({ payload }) => payload.toString())).toEqual(['one', 'stream']);
  });

  it('is honoured for the retained messages that answer a SUBSCRIBE', async () => {
    at.harness.directory.clientGroups.set('pc', ['maths', 'art']);
    const tutor = tutorClaims('tina', { roles: ['consoleUser', 'groupMaintainer'] });
    for (const id of ['a', 'b', 'c'])
      await at.harness.broker.publish({
        topic: `acme/one/presence/user/u/${id}`,
        payload: Buffer.from(id),
        qos: 1,
        retain: true,
      });
    const { raw } = await open({ properties: { receiveMaximum: 1 } }, tutor);
    await subscribeTo(raw, ['acme/one/presence/#', 1]);
    for (const id of ['a', 'b', 'c']) {
      const message = await raw.next('publish');
      expect([message.payload.toString(), message.retain]).toEqual([id, true]);
      expect(await taken(raw)).toEqual([]);
      acknowledge(raw, message.messageId);
    }
  });

  it('is honoured for the queue of a resumed session, with new messages behind it', async () => {
    const first = await open({ properties: EXPIRY });
    await subscribeTo(first.raw, [ACTIONS, 1]);
    first.raw.socket.terminate();
    await first.raw.closed;
    await expect.poll(() => at.harness.broker.connections()).toEqual([]);
    for (let i = 1; i <= 4; i += 1) await say(`n${i}`);
    const { raw, connack } = await open({ clean: false, properties: { ...EXPIRY, receiveMaximum: 2 } });
    expect(connack.sessionPresent).toBe(true);
    await say('live');
    const seen: string[] = [];
    while (seen.length < 5) {
      const sent = await taken(raw);
      expect(sent.length).toBeLessThanOrEqual(2);
      for (const { payload, messageId } of sent) {
        seen.push(payload.toString());
        acknowledge(raw, messageId);
      }
    }
    expect(seen).toEqual(['n1', 'n2', 'n3', 'n4', 'live']);
    // Nothing is left in the session.
    expect(await taken(raw)).toEqual([]);
    raw.socket.terminate();
    const again = await open({ clean: false, properties: EXPIRY });
    expect(await taken(again.raw)).toEqual([]);
  });

  it('keeps what was held back for the next connection of the session', async () => {
    const { raw } = await open({ properties: { ...EXPIRY, receiveMaximum: 1 } });
    await subscribeTo(raw, [ACTIONS, 1]);
    for (const text of ['one', 'two', 'three']) await say(text);
    await raw.next('publish');
    raw.socket.terminate();
    const { raw: back } = await open({ clean: false, properties: EXPIRY });
    const sent = [await back.next('publish'), await back.next('publish'), await back.next('publish')];
    expect(sent.map(({ payload, dup }) => [payload.toString(), dup])).toEqual([
      ['one', true],
      ['two', false],
      ['three', false],
    ]);
  });

  it('drops what expires meanwhile', async () => {
    const { raw } = await open({ properties: { ...EXPIRY, receiveMaximum: 1 } });
    await subscribeTo(raw, [ACTIONS, 1]);
    await say('one');
    await say('stale', { properties: { messageExpiryInterval: 1 } });
    await say('good', { properties: { messageExpiryInterval: 60 } });
    const { messageId } = await raw.next('publish');
    const now = Date.now;
    Date.now = () => now() + 2_000;
    try {
      acknowledge(raw, messageId);
      const { payload, properties } = await raw.next('publish');
      expect([payload.toString(), properties?.messageExpiryInterval]).toEqual(['good', 58]);
    } finally {
      Date.now = now;
    }
  });
});

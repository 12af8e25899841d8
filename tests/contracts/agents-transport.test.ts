/** The transport of every agent to the broker, on the broker of the platform. */
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { createFakeClock } from '#protocol/fakes/fake-clock.ts';
import { backchannel, groupFeedback, lastWill, lastWillFilter, targetTopic } from '#protocol/topics.ts';
import type {
  TransportClose,
  TransportMessage,
  TransportOptions,
} from '../../agent/core/connection/transport.ts';
import { createMqttTransport } from '../../agent/mqtt/mqtt-transport.ts';
import { deviceClaims, tutorClaims } from './broker/broker-claims.ts';
import { startBroker, type TestBroker } from './broker/broker-harness.ts';

const SCOPE = { tenant: 'acme', site: 'one' };
const PC = { authType: 'user', userId: 'user-of-pc', clientId: 'pc' } as const;
const REPLY = `${backchannel(SCOPE, 'tina')}/pc/reply`;
const ACTIONS = targetTopic(SCOPE, 'tina', { to: 'user', authType: 'user', userId: 'user-of-pc' }, 'actions');
/** Under load as well. */
const SOON = { interval: 5, timeout: 10_000 };
const WILL = { topic: lastWill(SCOPE, PC), payload: '{"gone":"idé"}', delaySeconds: 0 };

let test: TestBroker;
beforeEach(async () => {
  test = await startBroker();
  test.directory.groups.set('tina', new Set(['maths']));
  test.directory.users.set('tina', new Set(['user-of-pc']));
  test.directory.clientGroups.set('pc', ['maths']);
});
afterEach(() => test.stop());

/** A transport that is open, or in `closes` why not. */
async function open(over: Partial<TransportOptions> = {}) {
  const claims = deviceClaims('pc');
  const clock = createFakeClock();
  const messages: TransportMessage[] = [];
  const openings: { sessionPresent: boolean }[] = [];
  const closes: TransportClose[] = [];
  const transport = createMqttTransport(test.url, clock)(
    {
      clientIdentifier: mqttClientId(claims, 'agent'),
      token: test.token(claims),
      cleanStart: true,
      keepAliveSeconds: 30,
      sessionExpirySeconds: 60,
      will: WILL,
      ...over,
    },
    {
      onOpen: (sessionPresent) => openings.push({ sessionPresent }),
      onMessage: (message) => messages.push(message),
      onClose: (close) => closes.push(close),
    },
  );
  await expect.poll(() => openings.length + closes.length, SOON).toBe(1);
  return { transport, clock, messages, closes, sessionPresent: openings[0]?.sessionPresent };
}

describe('the transport of an agent', () => {
  it('sends bytes and text as they are, with all that goes with them', async () => {
    const tina = await test.connect(tutorClaims('tina'));
    await tina.client.subscribeAsync(`${backchannel(SCOPE, 'tina')}/#`, { qos: 1 });
    const { transport } = await open();
    const bytes = new Uint8Array([9, 0, 128, 255, 9]).subarray(1, 4);
    const sent = await transport.publish({
      topic: REPLY,
      payload: bytes,
      correlationData: bytes,
      qos: 1,
      contentType: 'image/jpeg',
      userProperties: { display: 'd1' },
      expirySeconds: 60,
    });
    expect(sent).toBe(true);
    const first = await tina.inbox.next();
    expect([...first.payload]).toEqual([0, 128, 255]);
    expect(first.packet.properties).toMatchObject({
      contentType: 'image/jpeg',
      userProperties: { display: 'd1' },
      messageExpiryInterval: 60,
    });
    expect([...(first.packet.properties?.correlationData ?? [])]).toEqual([0, 128, 255]);
    await transport.publish({ topic: REPLY, payload: 'Zoë 🦉', correlationData: 'idé', qos: 1 });
    const second = await tina.inbox.next();
    expect([String(second.payload), String(second.packet.properties?.correlationData)]).toEqual([
      'Zoë 🦉',
      'idé',
    ]);
    await transport.close({ keepSession: false });
  });

  it('gives what comes, and what came with it', async () => {
    const { client } = await test.connect(tutorClaims('tina'));
    const { transport, messages } = await open();
    expect(await transport.subscribe([ACTIONS.replace('tina', '+')])).toBe(true);
    const properties = { responseTopic: backchannel(SCOPE, 'tina'), messageExpiryInterval: 60 };
    await client.publishAsync(ACTIONS, 'Zoë', {
      qos: 1,
      properties: { ...properties, correlationData: Buffer.from([0, 255]) },
    });
    await expect.poll(() => messages, SOON).toHaveLength(1);
    const [message] = messages;
    expect(message).toMatchObject({ topic: ACTIONS, retain: false, responseTopic: properties.responseTopic });
    expect(message?.text()).toBe('Zoë');
    expect([...(message?.correlationData ?? [])]).toEqual([0, 255]);
    expect(message?.expirySeconds).toBeGreaterThan(50);
    await transport.close({ keepSession: false });
  });

  it('tells credentials that will not do from a connection that was lost', async () => {
    expect((await open({ token: 'unknown' })).closes).toMatchObject([{ name: 'refused' }]);
    const { transport, closes, clock } = await open();
    const successor = await open();
    await expect.poll(() => closes, SOON).toMatchObject([{ name: 'lost' }]);
    expect(await transport.publish({ topic: REPLY, payload: '', qos: 1 })).toBe(false);
    expect([closes.length, clock.pending()]).toEqual([1, 0]);
    await successor.transport.close({ keepSession: false });
  });

  it('has failed to send what was under way when the connection was lost', async () => {
    const { transport, closes } = await open();
    // The broker answers what is published there when it has read the device's groups.
    const letGo = test.holdAnswers();
    test.directory.clientGroups.set('pc', ['chess']);
    test.changed();
    const sent = transport.publish({
      topic: `${groupFeedback(SCOPE, 'chess')}/pc/hello`,
      payload: '{}',
      qos: 1,
    });
    const closed = test.broker.close();
    expect(await sent).toBe(false);
    await expect.poll(() => closes, SOON).toMatchObject([{ name: 'lost' }]);
    letGo();
    await closed;
  });

  it('looks for a sign of life by its own clock', async () => {
    const { closes, clock } = await open({ keepAliveSeconds: 30 });
    await clock.advance(45_000);
    await expect.poll(() => closes, SOON).toMatchObject([{ name: 'lost' }]);
    expect(clock.pending()).toBe(0);
  });

  it('is missed by the broker where its clock stands still, which says its last will', async () => {
    const tina = await test.connect(tutorClaims('tina'));
    await tina.client.subscribeAsync(lastWillFilter(SCOPE), { qos: 1 });
    const { closes } = await open({ keepAliveSeconds: 1 });
    expect(String((await tina.inbox.next()).payload)).toBe(WILL.payload);
    await expect.poll(() => closes, SOON).toMatchObject([{ name: 'lost' }]);
  });

  it.each([true, false])('says goodbye and keeps its session: %s', async (keepSession) => {
    const { transport, closes, clock } = await open();
    await transport.subscribe([ACTIONS.replace('tina', '+')]);
    await transport.close({ keepSession });
    expect([closes.length, clock.pending()]).toEqual([0, 0]);
    const next = await open({ cleanStart: false });
    expect(next.sessionPresent).toBe(keepSession);
    await next.transport.close({ keepSession: false });
  });
});

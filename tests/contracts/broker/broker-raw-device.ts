/** The device `pc` at a broker, packet by packet. */
import { afterEach, beforeEach } from 'vitest';
import { type AccessTokenClaims, mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims } from './broker-claims.ts';
import { startBroker, type TestBroker } from './broker-harness.ts';
import { openRaw } from './broker-raw-client.ts';

export const ACTIONS = 'acme/one/tutors/tina/v1/users/user-of-pc/actions';
/** Properties of a session that outlasts its connection. */
export const EXPIRY = { sessionExpiryInterval: 60 };

export type Raw = Awaited<ReturnType<typeof openRaw>>;

export async function subscribeTo(raw: Raw, ...filters: [topic: string, qos: 0 | 1 | 2][]) {
  raw.send({
    cmd: 'subscribe',
    messageId: 1,
    subscriptions: filters.map(([topic, qos]) => ({ topic, qos })),
  });
  return (await raw.next('suback')).granted;
}
export const acknowledge = (raw: Raw, messageId = 0) => raw.send({ cmd: 'puback', messageId, reasonCode: 0 });
/** What a client has been sent by now: the answer to a ping comes behind it. */
export async function taken(raw: Raw) {
  raw.send({ cmd: 'pingreq' });
  await raw.next('pingresp');
  return raw.take('publish');
}

/** Starts a broker before each test of the file that calls this function, and stops it afterwards. */
export function rawDeviceForEachTest() {
  const at = {
    harness: {} as TestBroker,
    async open(more: Parameters<Raw['connect']>[2] = {}, claims: AccessTokenClaims = deviceClaims('pc')) {
      const raw = await openRaw(at.harness.url);
      raw.connect(at.harness.token(claims), mqttClientId(claims, 'raw'), more);
      return { raw, connack: await raw.next('connack') };
    },
    /** The platform publishes an action for the person at the device. */
    say: (payload: string, more: object = {}) =>
      at.harness.broker.publish({ topic: ACTIONS, payload: Buffer.from(payload), qos: 1, ...more }),
  };
  beforeEach(async () => {
    at.harness = await startBroker();
    at.harness.directory.clientGroups.set('pc', ['maths']);
  });
  afterEach(() => at.harness.stop());
  return at;
}

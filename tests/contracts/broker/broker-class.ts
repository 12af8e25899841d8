/** The class Maths at a broker: its tutors Tina and Tom, the machine `pc`, and what is said to all of them. */
import { afterEach, beforeEach } from 'vitest';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import { type Received, subscribe } from './broker-client.ts';
import { type StartBroker, startBroker, type TestBroker } from './broker-harness.ts';
import { createOrderShelf } from './broker-order-shelf.ts';

export const OF_GROUP = 'acme/one/groups/maths/orders';
export const START = 1_790_000_000_000;

type Listed = { orders: { id: string; except?: string[] }[] };
export const listIn = ({ payload }: Received) => (JSON.parse(payload.toString()) as Listed).orders;
export const idsIn = (message: Received) => listIn(message).map(({ id }) => id);
export const said = (id: string, action: string, parameters: object = {}) =>
  JSON.stringify({ id, action, parameters, timeSent: 1 });

export const claimsUntil = { iat: START / 1000, exp: START / 1000 + 24 * 3_600 };

/** Starts a broker before each test of the file that calls this function, and stops it afterwards. */
export function classForEachTest(start: StartBroker = startBroker) {
  const at = {
    harness: {} as TestBroker,
    /** What would be in the database. */
    shelf: createOrderShelf(),
    /** Epoch milliseconds; tests turn it. */
    now: START,
    /** Starts the broker over what is on the shelf. */
    async start() {
      at.harness = await start({ orderCheckMs: 20 }, { orders: at.shelf.store, clock: () => at.now });
      const { directory } = at.harness;
      directory.groups.set('tina', new Set(['maths'])).set('tom', new Set(['maths']));
      directory.users.set('tina', new Set(['user-of-pc']));
      directory.clients.set('tina', new Set(['pc']));
      directory.clientGroups.set('pc', ['maths']).set('late', ['maths']).set('other', ['chess']);
    },
    async device(clientId: string) {
      const { client, inbox } = await at.harness.connect(deviceClaims(clientId, claimsUntil));
      await subscribe(client, `acme/one/clients/${clientId}/#`, 1);
      const topic = `acme/one/clients/${clientId}/orders`;
      return { client, next: () => inbox.next((message) => message.topic === topic) };
    },
    async tutor(tutorId: string) {
      const { client, inbox } = await at.harness.connect(tutorClaims(tutorId, claimsUntil));
      const of = `acme/one/tutors/${tutorId}/v1`;
      /** Resolves when the platform has read it. */
      const act = async (topic: string, ...what: Parameters<typeof said>) => {
        const read = at.harness.nextPublish(topic);
        await client.publishAsync(topic, said(...what), { qos: 1 });
        await read;
      };
      const toGroup = (...what: Parameters<typeof said>) => act(`${of}/groups/maths/actions`, ...what);
      const toPc = (...what: Parameters<typeof said>) =>
        act(`${of}/users/user-of-pc/clients/pc/actions`, ...what);
      const looks = () => subscribe(client, OF_GROUP, 1);
      const next = () => inbox.next(({ topic }) => topic === OF_GROUP);
      /** Of the messages that nobody has taken yet. */
      const topics = () => inbox.messages.map(({ topic }) => topic);
      return { client, toGroup, toPc, looks, next, topics };
    },
    /** Half a minute for each look of the platform, until it is done. */
    async passing(done: () => Promise<void>) {
      const timer = setInterval(() => {
        at.now += 30_000;
      }, 20);
      await done().finally(() => clearInterval(timer));
    },
  };
  beforeEach(async () => {
    at.now = START;
    at.shelf = createOrderShelf();
    await at.start();
  });
  afterEach(() => at.harness.stop());
  return at;
}

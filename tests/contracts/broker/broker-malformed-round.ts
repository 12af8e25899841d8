/** Everything malformed that a client can say to the broker, and how each class of it is counted. */
import { expect } from 'vitest';
import { WebSocket } from 'ws';
import { MAX_PRESENCE_BYTES } from '#protocol/limits.ts';
import {
  ATTIC,
  type Attack,
  type Attacker,
  asksForNothing,
  inParts,
  type Raw,
} from './broker-malformed-attack.ts';
import {
  badPayload,
  bentBytes,
  connectBytes,
  cutBytes,
  doubledProperties,
  fatalBytes,
  foreignFilter,
  foreignTopic,
  publishBytes,
  type Random,
  times,
  unfitTopic,
} from './broker-malformed-shots.ts';
import { openRaw } from './broker-raw-client.ts';

const NOT_AUTHORIZED = 0x87;

type Rounds = Record<string, () => Promise<void>>;
type Tools = ReturnType<typeof toolsOf>;

/** `attack` is asked for when a class is run: it is there only while the tests run. */
function toolsOf(attack: () => Attack, random: Random) {
  return {
    attack,
    random,
    both: ['device', 'tutor'] as readonly Attacker[],
    counters: () => attack().test.broker.counters(),
    open: (who: Attacker, instance?: string) => attack().open(who, instance),
    publishAll: ((raw, shots) => attack().publishAll(raw, shots)) as Attack['publishAll'],
    expectCounted: ((...what) => attack().expectCounted(...what)) as Attack['expectCounted'],
  };
}

/** One round of everything, class by class. */
export function malformedRound(attack: () => Attack, random: Random): Rounds {
  const tools = toolsOf(attack, random);
  return {
    ...namesAndPayloads(tools),
    ...sizesAndFilters(tools),
    ...brokenPackets(tools),
    ...strangeConnections(tools),
    ...randomBytes(tools),
  };
}

/** Topics and payloads that a sender may not use, or that the platform cannot read. */
function namesAndPayloads({ random, both, counters, open, publishAll, expectCounted }: Tools): Rounds {
  return {
    'topics in others’ names': async () => {
      for (const who of both) {
        const raw = await open(who);
        const shots = times(250, () => ({ topic: foreignTopic(random), payload: badPayload(random) }));
        await expectCounted('publishes', shots.length, async () =>
          expect(await publishAll(raw, shots)).toEqual([NOT_AUTHORIZED]),
        );
        raw.socket.terminate();
      }
    },

    'topics that are none': async () => {
      const raw = await open('device');
      const shots = times(120, () => ({ topic: unfitTopic(random), payload: Buffer.from('x') }));
      await expectCounted('publishes', shots.length, async () =>
        expect(await publishAll(raw, shots)).toEqual([NOT_AUTHORIZED]),
      );
      expect(counters().refused.publishes['topic-name']).toBeGreaterThanOrEqual(120);
      raw.socket.terminate();
    },

    'payloads that the platform reads': async () => {
      const device = await open('device');
      const tutor = await open('tutor');
      const dropped: [Raw, string, boolean?][] = [
        [device, 'acme/one/events/mal-pc'],
        [device, 'acme/one/presence/user/user-of-mal-pc/mal-pc', true],
        [device, 'acme/one/lastwill/user/user-of-mal-pc/mal-pc'],
        [device, 'acme/one/live-rooms/lobby/send-message'],
        [tutor, 'acme/one/live-rooms/lobby/send-message'],
        [tutor, 'acme/one/tutors/mal/v1/requeststopscreenshares'],
      ];
      for (const [raw, topic, retain = false] of dropped) {
        // What is retained and larger than a presence may be is not even read.
        const most = retain ? MAX_PRESENCE_BYTES : undefined;
        const shots = times(80, () => ({ topic, payload: badPayload(random).subarray(0, most), retain }));
        await expectCounted('dropped', shots.length, async () =>
          expect(await publishAll(raw, shots)).toEqual([0]),
        );
      }
      for (const raw of [device, tutor])
        for (const type of ['connected', 'disconnect']) {
          const topic = `acme/one/live-rooms/lobby/${type}`;
          const shots = times(60, () => ({ topic, payload: badPayload(random) }));
          await expectCounted('publishes', shots.length, async () =>
            expect(await publishAll(raw, shots)).toEqual([NOT_AUTHORIZED]),
          );
        }
      await publishAll(device, [
        { topic: 'acme/one/presence/user/user-of-mal-pc/mal-pc', payload: Buffer.alloc(0), retain: true },
      ]);
      device.socket.terminate();
      tutor.socket.terminate();
    },
  };
}

/** Messages that are too large or kept, feedback that is none, and filters of others. */
function sizesAndFilters({ random, both, counters, open, publishAll, expectCounted }: Tools): Rounds {
  return {
    'what is too large, kept or said twice': async () => {
      const raw = await open('device');
      const big = (kind: string, bytes: number) => ({
        topic: `${ATTIC}/${kind}`,
        payload: Buffer.alloc(bytes),
      });
      await expectCounted('publishes', 12, () =>
        publishAll(
          raw,
          times(12, (i) =>
            big(i % 6 === 0 ? 'thumbnail' : 'info', i % 6 === 0 ? 2_097_153 : 262_145 + random.int(99)),
          ),
        ),
      );
      await expectCounted('publishes', 60, () =>
        publishAll(
          raw,
          times(60, () => ({ ...big('info', 1 + random.int(99)), retain: true })),
        ),
      );
      const presence = 'acme/one/presence/user/user-of-mal-pc/mal-pc';
      await expectCounted('publishes', 60, () =>
        publishAll(
          raw,
          times(60, () => ({ topic: presence, payload: Buffer.alloc(4_097 + random.int(99)), retain: true })),
        ),
      );
      raw.socket.terminate();
    },

    'feedback that is no picture and no JSON': async () => {
      const raw = await open('device');
      const before = counters().messagesIn;
      const shots = times(200, () => ({
        topic: `${ATTIC}/${random.pick(['thumbnail', 'info', 'tabs', 'reply', random.word(), '__proto__'])}`,
        payload: random.pick([() => random.bytes(random.int(2_000)), () => badPayload(random)])(),
      }));
      // The broker does not look into feedback: it goes where the device may speak, and nowhere else. To count it by
      // reason is its readers' business (`worker-malformed.test.ts`).
      expect(await publishAll(raw, shots)).toEqual([0]);
      await expect.poll(() => counters().messagesIn - before).toBe(shots.length);
      raw.socket.terminate();
    },

    'filters that are not theirs': async () => {
      for (const who of both) {
        const raw = await open(who);
        const filters = times(150, () =>
          random.pick([
            () => foreignFilter(random),
            () => `${foreignFilter(random)}/#`,
            () => random.pick(['#', '+/#', 'acme/#', 'acme/one/#', '+/one/groups/#', '$SYS/#', '/#', '/']),
            () => `acme/one/groups/+/feedback/${random.word()}`,
            () => `acme/one/lastwill/\u0000${random.word()}`,
            () => `acme/one/lastwill/${'x'.repeat(1_100)}`,
            () => `$share/${random.word()}/acme/one/notifications/v1`,
          ])(),
        );
        await expectCounted('subscribes', filters.length, async () => {
          for (const [i, topic] of filters.entries())
            raw.send({ cmd: 'subscribe', messageId: i + 1, subscriptions: [{ topic, qos: 0 }] });
          for (const _ of filters) {
            const [code] = (await raw.next('suback')).granted;
            expect([NOT_AUTHORIZED, 0x9e]).toContain(code);
          }
        });
        raw.socket.terminate();
      }
    },
  };
}

/** Packets that are none, end too soon, or follow a CONNECT at once. */
function brokenPackets({ attack, random, both, expectCounted }: Tools): Rounds {
  return {
    'packets that are none': async () => {
      for (const who of both) {
        const shots = times(120, () => fatalBytes(random));
        await expectCounted('packets', shots.length, () => attack().endEach(shots, who));
      }
    },

    'packets with properties that MQTT does not have there': async () => {
      const shots = times(60, () => doubledProperties(random, `${ATTIC}/info`));
      await expectCounted('packets', shots.length, () => attack().endEach(shots, 'device'));
    },

    'packets that break off': async () => {
      const shots = times(80, () => cutBytes(random));
      await expectCounted('packets', shots.length, async () => {
        for (const [i, bytes] of shots.entries()) await attack().sendAndLeave(bytes, `cut-${i % 10}`);
      });
    },

    'packets right behind a CONNECT': async () => {
      const shots = times(60, () => fatalBytes(random));
      // Which of the two has been read first when the second ends the connection is a matter of moments.
      await attack().expectCountedSomewhere(shots.length, () =>
        inParts(shots, async (bytes, i) => {
          const raw = await openRaw(attack().test.url);
          raw.socket.send(Buffer.concat([connectBytes(attack().pass('device', `behind-${i}`)), bytes]));
          await raw.closed;
        }),
      );
    },
  };
}

/** Connections that are refused, or that take the place of another one. */
function strangeConnections({ attack, random, counters, open, expectCounted }: Tools): Rounds {
  return {
    strangers: async () => {
      const good = attack().pass('device', 'stranger');
      const will = (topic: string | Buffer) => ({ topic, payload: badPayload(random).subarray(0, 60_000) });
      const strange = [
        () => Buffer.concat([Buffer.from([0x30 + random.int(2) * 0x50]), Buffer.from([2, 0, 0])]),
        () => publishBytes({ topic: `${ATTIC}/info` }),
        () => connectBytes({ ...good, protocol: random.pick(['MQXX', 'mqtt', '', 'HTTP/1.1']) }),
        () => connectBytes({ ...good, version: random.pick([0, 3, 4, 6, 99, 131]) }),
        () => connectBytes({ ...good, flags: random.pick([0xc3, 0xca, 0xe2, 0xda]) }),
        () => connectBytes({ ...good, token: random.word() }),
        () =>
          connectBytes({
            ...good,
            clientId: random.pick(['', '__proto__', 'device:acme:one:wit-pc:tab', '#/+']),
          }),
        () => connectBytes({ ...good, will: will(foreignTopic(random)) }),
        () => connectBytes({ ...good, will: will(unfitTopic(random)) }),
        () => connectBytes({ ...good, will: will(`${ATTIC}/${random.pick(['+', '#', 'a/+'])}`) }),
        // Receive Maximum 0; a method of authentication; an interval said twice; one that is cut off.
        () => connectBytes({ ...good, properties: Buffer.from([3, 0x21, 0, 0]) }),
        () => connectBytes({ ...good, properties: Buffer.from([4, 0x15, 0, 1, 0x61]) }),
        () => connectBytes({ ...good, properties: Buffer.from([10, 0x11, 0, 0, 0, 9, 0x11, 0, 0, 0, 8]) }),
        () => connectBytes({ ...good, properties: Buffer.from([2, 0x7e, 0]) }),
      ];
      const shots = times(140, (i) => (strange[i % strange.length] as () => Buffer)());
      await expectCounted('connects', shots.length, () =>
        inParts(shots, async (bytes) => {
          const raw = await openRaw(attack().test.url);
          raw.socket.send(bytes);
          await raw.closed;
        }),
      );
    },

    'what is no MQTT over WebSocket': async () => {
      await expectCounted('packets', 20, async () => {
        for (let i = 0; i < 20; i += 1) {
          const raw = await open('device');
          raw.socket.send(random.word());
          await raw.closed;
        }
      });
      await expectCounted('packets', 3, async () => {
        for (let i = 0; i < 3; i += 1) {
          const raw = await open('device');
          raw.socket.send(Buffer.alloc(5 * 1024 * 1024, 0xc0));
          await raw.closed;
        }
      });
      await expectCounted('connects', 10, async () => {
        for (let i = 0; i < 10; i += 1)
          await new Promise((resolve) =>
            new WebSocket(attack().test.url, random.pick([[], ['chat']])).once('error', resolve),
          );
      });
    },

    'one client identifier many times': async () => {
      const before = counters().connected;
      const all = await Promise.all(times(40, () => open('device', 'same')));
      await expect.poll(() => attack().test.broker.connections().length).toBe(3);
      await expect.poll(() => counters().connected - before).toBe(40);
      for (const raw of all) raw.socket.terminate();
      await Promise.all(all.map(({ closed }) => closed));
    },
  };
}

/** Bytes at random, and good packets with some bytes changed. */
function randomBytes({ attack, random, counters, expectCounted }: Tools): Rounds {
  return {
    'bytes at random': async () => {
      const shots = times(240, () => random.bytes(1 + random.int(400)));
      await expectCounted('packets', shots.length, async () => {
        for (const [i, bytes] of shots.entries()) await attack().sendAndLeave(bytes, `random-${i % 10}`);
      });
    },

    'packets with other bytes in them': async () => {
      for (const [i, bytes] of times(160, () => bentBytes(random)).entries()) {
        const { messagesIn } = counters();
        const isMessage = () => counters().messagesIn > messagesIn;
        await attack().expectCountedUnless(
          // Some are packets still: messages of the attacker's own, or what ends or acknowledges something.
          () => isMessage() || asksForNothing(bytes),
          () => attack().sendAndLeave(bytes, `bent-${i % 10}`),
        );
      }
    },
  };
}

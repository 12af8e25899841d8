/** The attackers of `broker-malformed.test.ts`: a device and a tutor of the attic, and what is counted of them. */
import mqttPacket from 'mqtt-packet';
import { expect } from 'vitest';
import { mqttClientId } from '#protocol/auth/access-token.ts';
import { deviceClaims, tutorClaims } from './broker-claims.ts';
import type { TestBroker } from './broker-harness.ts';
import { publishBytes } from './broker-malformed-shots.ts';
import { openRaw } from './broker-raw-client.ts';

const CLAIMS = { device: deviceClaims('mal-pc'), tutor: tutorClaims('mal') };
export type Attacker = keyof typeof CLAIMS;
/** Where the device may speak: who is there hears it. */
export const ATTIC = 'acme/one/groups/attic/feedback/mal-pc';

type Counted = Record<'connects' | 'packets' | 'publishes' | 'subscribes' | 'dropped', number>;
type Shot = { topic: string | Buffer; payload: Buffer; retain?: boolean };

const total = (reasons: Record<string, number>) => Object.values(reasons).reduce((sum, n) => sum + n, 0);

export type Attack = ReturnType<typeof createAttack>;
export type Raw = Awaited<ReturnType<typeof openRaw>>;

export function createAttack(test: TestBroker) {
  const tokens = { device: test.token(CLAIMS.device), tutor: test.token(CLAIMS.tutor) };
  let sent = 0;

  function counted(): Counted {
    const { refused, dropped } = test.broker.counters();
    const { connects, packets, publishes, subscribes } = refused;
    return {
      connects: total(connects),
      packets: total(packets),
      publishes: total(publishes),
      subscribes: total(subscribes),
      dropped: total(dropped),
    };
  }

  /** What an attacker is let in with. */
  const pass = (who: Attacker, instance: string) => ({
    token: tokens[who],
    clientId: mqttClientId(CLAIMS[who], instance),
  });

  async function open(who: Attacker, instance = 'raw'): Promise<Raw> {
    const { token, clientId } = pass(who, instance);
    const raw = await openRaw(test.url);
    raw.connect(token, clientId, { keepalive: 10 });
    await raw.next('connack');
    return raw;
  }

  return {
    test,
    pass,
    open,
    /** Shots so far of which each was counted. */
    sent: () => sent,
    /** Under which names something was counted so far, in order. */
    reasons(): string[] {
      const { refused, dropped } = test.broker.counters();
      return Object.entries({ ...refused, dropped })
        .flatMap(([where, reasons]) => Object.keys(reasons).map((reason) => `${where}: ${reason}`))
        .sort();
    },
    /** Does the work; then exactly so many have been counted there, and none elsewhere. */
    async expectCounted(where: keyof Counted, count: number, work: () => Promise<unknown>): Promise<void> {
      const before = counted();
      await work();
      await expect.poll(counted).toEqual({ ...before, [where]: before[where] + count });
      sent += count;
    },
    /** The same, wherever they are counted. */
    async expectCountedSomewhere(count: number, work: () => Promise<unknown>): Promise<void> {
      const before = total(counted());
      await work();
      await expect.poll(() => total(counted()) - before).toBe(count);
      sent += count;
    },
    /** One shot, which is counted under one reason or more, unless it turns out to be none. */
    async expectCountedUnless(isNone: () => boolean, work: () => Promise<unknown>): Promise<void> {
      const before = total(counted());
      await work();
      const isCounted = () => total(counted()) > before;
      await expect.poll(() => isCounted() || isNone(), { interval: 2 }).toBe(true);
      if (isCounted()) sent += 1;
    },
    /** As a device that goes in the middle of it. */
    async sendAndLeave(bytes: Buffer, instance: string): Promise<void> {
      const raw = await open('device', instance);
      raw.socket.send(bytes);
      raw.socket.close();
      await raw.closed;
    },
    /** All at once; the different reason codes of their acknowledgements. */
    async publishAll(raw: Raw, shots: readonly Shot[]): Promise<number[]> {
      const codes = new Set<number>();
      for (const [i, { retain, ...message }] of shots.entries())
        raw.socket.send(publishBytes({ ...message, messageId: i + 1, first: retain ? 0x33 : 0x32 }));
      for (const _ of shots) codes.add((await raw.next('puback')).reasonCode ?? 0);
      return [...codes];
    },
    /** Each on a connection of its own, which the broker ends. */
    async endEach(shots: readonly Buffer[], who: Attacker): Promise<void> {
      await inParts(shots, async (bytes, i) => {
        const raw = await open(who, `end-${i}`);
        raw.socket.send(bytes);
        await raw.closed;
      });
    },
  };
}

/** Twenty at a time; `i` is told from the others of the same time. */
export async function inParts<T>(
  all: readonly T[],
  work: (each: T, i: number) => Promise<void>,
): Promise<void> {
  for (let at = 0; at < all.length; at += 20) await Promise.all(all.slice(at, at + 20).map(work));
}

const ASKING_FOR_NOTHING = new Set(['unsubscribe', 'puback', 'pubrec', 'pubrel', 'pubcomp', 'disconnect']);
/** Whether this is one whole packet that a broker takes from anybody and that gets nothing. */
export function asksForNothing(bytes: Buffer): boolean {
  const parser = mqttPacket.parser({ protocolVersion: 5 });
  const commands: string[] = [];
  parser.on('packet', ({ cmd }) => commands.push(cmd)).on('error', () => commands.push('error'));
  parser.parse(bytes);
  return commands.length === 1 && ASKING_FOR_NOTHING.has(commands[0] ?? '');
}

/** Every row of TOPIC_RULES both ways, generated from the table, against the embedded broker and Debian's Mosquitto. */
import type { MqttClient } from 'mqtt';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { AccessTokenClaims } from '#protocol/auth/access-token.ts';
import { TOPIC_RULES, type TopicRule } from '#protocol/topic-rules.ts';
import { deviceClaims, runnerClaims, tutorClaims } from './broker-claims.ts';
import { type createInbox, cutOff, type Received, refusalOf, subscribe } from './broker-client.ts';
import type { TestBroker } from './broker-harness.ts';
import { BROKERS } from './broker-kinds.ts';

const NOT_AUTHORIZED = 0x87;
/** What a placeholder is for the rightful holder, and for nobody of these. */
const OWN: Record<TopicRule['who'], Record<string, string>> = {
  tutor: {
    tenant: 'acme',
    site: 'one',
    self: 'tina',
    permittedGroup: 'maths',
    permittedUser: 'ben',
    permittedClient: 'ben-pc',
    ownRoom: 'tutors-room',
  },
  device: {
    tenant: 'acme',
    site: 'one',
    self: 'ann-pc',
    ownUser: 'ann',
    authType: 'user',
    ownPeople: 'users',
    ownGroup: 'chess',
    ownRoom: 'device-room',
  },
  runner: { tenant: 'acme', site: 'one', runner: 'runner-rex' },
};
const FOREIGN: Record<string, string> = {
  tenant: 'other-tenant',
  site: 'other-site',
  self: 'somebody',
  ownUser: 'somebody',
  authType: 'session',
  ownPeople: 'sessions',
  permittedGroup: 'secret-group',
  ownGroup: 'secret-group',
  permittedUser: 'stranger',
  permittedClient: 'stranger-pc',
  ownRoom: 'secret-room',
  runner: 'runner-other',
};
const CLAIMS: Record<TopicRule['who'], AccessTokenClaims> = {
  tutor: tutorClaims('tina', { roles: ['consoleUser', 'groupMaintainer'] }),
  device: deviceClaims('ann-pc', { userId: 'ann' }),
  runner: runnerClaims('rex'),
};

/** The words that each level of a pattern can be, `foreign` of its placeholders replaced by another's. */
function levels(rule: TopicRule, foreign?: string): string[][] {
  return rule.pattern.split('/').map((part) => {
    const name = /^\{(\w+)\}$/.exec(part)?.[1];
    if (name !== undefined) return [(name === foreign ? FOREIGN : OWN[rule.who])[name] ?? 'missing'];
    return part.split('|');
  });
}
const product = (parts: string[][]): string[] =>
  parts.reduce<string[]>(
    (heads, words) => heads.flatMap((head) => words.map((word) => (head ? `${head}/${word}` : word))),
    [''],
  );
const toTopic = (filter: string) => filter.replaceAll('+', 'any').replace(/#$/, 'info');
const placeholders = (rule: TopicRule) =>
  [...rule.pattern.matchAll(/\{(\w+)\}/g)].map((found) => found[1] as string);
/** A topic that each may have, which comes behind what was published before. */
const FENCE: Record<TopicRule['who'], string> = {
  tutor: 'acme/one/notifications/v1',
  device: 'acme/one/clients/ann-pc/fence',
  runner: 'acme/one/tutors/fence/v1/siterunners/wol',
};
const KINDS = ['tutor', 'device', 'runner'] as const;

type Guest = { client: MqttClient; inbox: ReturnType<typeof createInbox> };

describe.each(BROKERS)('$name', ({ name, start }) => {
  const isEmbedded = name === 'the embedded broker';
  // Topics of rooms do not name their sender, which the embedded broker looks at itself.
  const rules = isEmbedded
    ? TOPIC_RULES
    : TOPIC_RULES.filter(({ pattern }) => !pattern.includes('live-rooms'));
  let test: TestBroker;
  const guests = {} as Record<TopicRule['who'], Guest>;
  let plainTutor: Guest;

  beforeAll(async () => {
    test = await start();
    test.directory.groups.set('tina', new Set(['maths']));
    test.directory.users.set('tina', new Set(['ben']));
    test.directory.clients.set('tina', new Set(['ben-pc']));
    test.directory.rooms.set('tina', new Set(['tutors-room']));
    test.directory.clientGroups.set('ann-pc', ['chess']);
    test.directory.clientRooms.set('ann-pc', new Set(['device-room']));
    // Both kinds of people have this name: a broker that keeps lists knows whose devices may come.
    for (const authType of ['user', 'session'] as const)
      await test.expect(deviceClaims('ben-pc', { userId: 'ben', authType }));
    for (const kind of KINDS) guests[kind] = await test.connect(CLAIMS[kind]);
    plainTutor = await test.connect(tutorClaims('tina'), { instance: 'plain' });
  });
  afterAll(() => test.stop());

  let fences = 0;
  /** Where a broker grants every filter, what arrives is looked at: nothing but what its holder may have. */
  async function refused(who: TopicRule['who'], filter: string, { client, inbox }: Guest = guests[who]) {
    const code = await subscribe(client, filter, 1);
    if (isEmbedded) {
      expect(code, filter).toBe(NOT_AUTHORIZED);
      return;
    }
    // Messages of the broker's own come without being asked for.
    const topic = /^[#$]/.test(filter) ? 'acme/one/secret' : toTopic(filter);
    await test.broker.publish({ topic, payload: Buffer.from('secret'), qos: 1 });
    await client.subscribeAsync(FENCE[who]);
    fences += 1;
    const fence = `fence ${fences}`;
    await test.broker.publish({ topic: FENCE[who], payload: Buffer.from(fence), qos: 1 });
    await inbox.next(({ payload }) => payload.toString() === fence);
    const isSecret = (m: Received) => m.payload.toString() === 'secret' || m.topic.startsWith('$');
    expect(inbox.messages.filter(isSecret), filter).toEqual([]);
    await client.unsubscribeAsync([filter, FENCE[who]]);
  }

  /** The broker looks into what members of a room say of themselves. */
  const payloadOf = (guest: Guest) =>
    JSON.stringify(guest === guests.device ? { userId: 'ann' } : { tutorId: 'tina' });
  const publish = (guest: Guest, topic: string) =>
    refusalOf(
      guest.client.publishAsync(topic, payloadOf(guest), {
        qos: 1,
        retain: topic.split('/')[2] === 'presence',
      }),
    );

  describe.each(rules.filter((rule) => rule.may === 'publish'))('$who publishes $pattern', (rule) => {
    it('is let through', async () => {
      for (const filter of product(levels(rule))) {
        const topic = toTopic(filter);
        const arrived = isEmbedded && test.nextPublish(topic);
        expect(await publish(guests[rule.who], topic), topic).toBeUndefined();
        if (arrived) expect((await arrived).topic).toBe(topic);
      }
    });

    it.each(placeholders(rule))('is refused with another {%s}', async (name) => {
      for (const filter of product(levels(rule, name)))
        expect(await publish(guests[rule.who], toTopic(filter)), filter).toBe(NOT_AUTHORIZED);
    });

    it.each(KINDS.filter((kind) => kind !== rule.who))('is refused to a %s', async (kind) => {
      for (const filter of product(levels(rule)))
        expect(await publish(guests[kind], toTopic(filter)), filter).toBe(NOT_AUTHORIZED);
    });

    it('is refused one level deeper or shorter, where the pattern ends', async () => {
      for (const filter of product(levels(rule))) {
        const topic = toTopic(filter);
        if (!filter.endsWith('#'))
          expect(await publish(guests[rule.who], `${topic}/more`), topic).toBe(NOT_AUTHORIZED);
        const shorter = topic.split('/').slice(0, filter.endsWith('#') ? -2 : -1);
        expect(await publish(guests[rule.who], shorter.join('/')), topic).toBe(NOT_AUTHORIZED);
      }
    });
  });

  describe.each(rules.filter((rule) => rule.may === 'subscribe'))('$who subscribes $pattern', (rule) => {
    it('is granted and receives', async () => {
      const { client, inbox } = guests[rule.who];
      for (const filter of product(levels(rule))) {
        expect(await subscribe(client, filter, 1), filter).toBe(1);
        const topic = toTopic(filter);
        await test.broker.publish({ topic, payload: Buffer.from('here'), qos: 1 });
        const message = await inbox.next((m) => m.topic === topic);
        expect(message.payload.toString()).toBe('here');
        await client.unsubscribeAsync(filter);
      }
    });

    it.each(placeholders(rule))('is refused with another {%s}', async (name) => {
      for (const filter of product(levels(rule, name))) await refused(rule.who, filter);
    });

    it.each(placeholders(rule))('is refused with a wildcard for {%s}', async (name) => {
      for (const filter of product(levels(rule, name))) {
        const wide = filter.replace(FOREIGN[name] ?? 'missing', '+');
        await refused(rule.who, wide);
      }
    });

    it.each(KINDS.filter((kind) => kind !== rule.who))('is refused to a %s', async (kind) => {
      for (const filter of product(levels(rule))) {
        // The one filter that two kinds share: a tutor's `lastwill/#` covers the device's `lastwill/tutors/+`.
        if (kind === 'tutor' && filter === 'acme/one/lastwill/tutors/+') continue;
        await refused(kind, filter);
      }
    });
  });

  describe.each(rules.filter((rule) => rule.role))('$who with $role subscribes $pattern', (rule) => {
    it('and nobody without the role', async () => {
      for (const filter of product(levels(rule))) await refused('tutor', filter, plainTutor);
    });
  });

  describe('filters that no rule lists', () => {
    it.each(['#', '+/+/+/+', 'acme/#', 'acme/one/#', 'acme/one/tutors/+/v1/#', '$SYS/#', 'acme/one/+/#'])(
      '%s is refused to everyone',
      async (filter) => {
        for (const kind of KINDS) await refused(kind, filter);
      },
    );

    it('a tutor who is permitted all groups may watch them with one wildcard, another may not', async () => {
      test.directory.groups.set('head', 'all');
      const head = await test.connect(tutorClaims('head'));
      const all = 'acme/one/groups/+/feedback/#';
      expect(await subscribe(head.client, all)).toBe(0);
      await test.broker.publish({ topic: toTopic(all), payload: Buffer.from('here'), qos: 1 });
      expect((await head.inbox.next()).topic).toBe(toTopic(all));
      await refused('tutor', all);
    });

    it.runIf(isEmbedded)('narrower filters than a rule are granted', async () => {
      const { client } = guests.tutor;
      expect(await subscribe(client, 'acme/one/groups/maths/feedback/+/thumbnail')).toBe(0);
      expect(await subscribe(client, 'acme/one/lastwill/user/+/+')).toBe(0);
      expect(await subscribe(client, 'acme/one/groups/maths/+/#')).toBe(NOT_AUTHORIZED);
    });

    it.runIf(isEmbedded)(
      'a connection holds a thousand filters, and may give some back for others',
      async () => {
        const { client } = await test.connect(tutorClaims('tina'), { instance: 'collector' });
        const filters = Array.from({ length: 1_000 }, (_, i) => `acme/one/lastwill/user/u/${i}`);
        await client.subscribeAsync(filters);
        const refusedBefore = test.broker.counters().refused.subscribes['too-many'] ?? 0;
        expect(await subscribe(client, 'acme/one/notifications/v1')).toBe(NOT_AUTHORIZED);
        expect(await subscribe(client, filters[0] ?? '')).toBe(0);
        await client.unsubscribeAsync(filters[0] ?? '');
        expect(await subscribe(client, 'acme/one/notifications/v1')).toBe(0);
        expect(test.broker.counters().refused.subscribes['too-many']).toBe(refusedBefore + 1);
      },
    );

    it.runIf(isEmbedded)(
      'a filter that was refused beside a granted one stays out of the session',
      async () => {
        const session = { instance: 'two', properties: { sessionExpiryInterval: 60 } };
        const { client } = await test.connect(tutorClaims('tom'), session);
        await client
          .subscribeAsync({
            'acme/one/groups/chess/feedback/#': { qos: 1 },
            'acme/one/notifications/v1': { qos: 1 },
          })
          .catch(() => {});
        await cutOff(client);
        test.directory.groups.set('tom', new Set(['chess']));
        const back = await test.connect(tutorClaims('tom'), { ...session, clean: false });
        expect(back.sessionPresent).toBe(true);
        const restored = test.broker.connections().find(({ sub }) => sub === 'tom');
        expect(restored?.filters).toEqual(['acme/one/notifications/v1']);
      },
    );
  });
});

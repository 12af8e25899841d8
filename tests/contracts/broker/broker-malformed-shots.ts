/** Everything that no well-behaved client sends, from a seed: payloads, topics and packets that are none. */

export type Random = ReturnType<typeof createRandom>;
export function createRandom(seed: number) {
  let state = seed >>> 0;
  /** mulberry32 */
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    pick: <T>(list: readonly T[]): T => list[int(list.length)] as T,
    bytes: (count: number) => Buffer.from(Array.from({ length: count }, () => int(256))),
    word: () => `w${int(1e9).toString(36)}`,
  };
}
export const times = <T>(count: number, make: (i: number) => T): T[] =>
  Array.from({ length: count }, (_, i) => make(i));

const NO_UTF8 = [[0xff], [0xc0, 0xaf], [0xed, 0xa0, 0x80], [0xf4, 0x90, 0x80, 0x80], [0x80], [0xe2, 0x82]];

/** Never a document that anything of the platform reads. */
export function badPayload(random: Random): Buffer {
  const depth = 1 + random.int(40_000);
  const junk = [
    () => random.bytes(1 + random.int(200)),
    () =>
      Buffer.from(
        random.pick(['{', '}', '[1,', '"', '{"a":}', "{'a':1}", 'nul', '\u0000', '{"a":1}}', '01']),
      ),
    () =>
      Buffer.from(random.pick(['null', 'true', '0', '-1e999', '""', '[]', '{}', '"text"', '[{}]', '1e400'])),
    () => Buffer.from('['.repeat(depth) + ']'.repeat(depth)),
    () => Buffer.from(`${'{"a":'.repeat(depth)}1${'}'.repeat(depth)}`),
    () => Buffer.from(`{"${random.word()}":"${'x'.repeat(random.int(200_000))}"}`),
    () =>
      Buffer.concat([
        Buffer.from('{"since":1,"message":"'),
        Buffer.from(random.pick(NO_UTF8)),
        Buffer.from('"}'),
      ]),
    () =>
      Buffer.from(
        '{"__proto__":{"since":1,"id":"a","message":"b","timeTriggered":1,"sessionIds":["a"],"tutorId":"mal"}}',
      ),
    () => Buffer.from('{"constructor":{"prototype":{"id":"a"}},"id":{"toString":1},"message":["x"]}'),
    () =>
      Buffer.from(
        JSON.stringify({
          id: random.pick([5, null, '', 'x'.repeat(200), [], {}]),
          message: random.pick([1, null, '', ' ', []]),
          since: random.pick(['1', null, [], {}]),
          timeTriggered: random.pick(['1', -1, 1.5, null, 1e300]),
          sessionIds: random.pick([[], [1], 'x', null, ['']]),
          source: random.pick([1, '', null, []]),
          tutorId: random.pick([5, '', 'wanda']),
          userId: random.pick([5, '', 'user-of-wit']),
        }),
      ),
  ];
  return random.pick(junk)();
}

/** On the attacker's own site and elsewhere, in others' names. */
export function foreignTopic(random: Random): string {
  const other = random.pick([
    'wit-pc',
    'wanda',
    'user-of-wit',
    random.word(),
    '__proto__',
    'constructor',
    '',
  ]);
  const S = random.pick([
    'acme/one',
    'acme/one',
    'acme/two',
    'rival/one',
    `${random.word()}/one`,
    '/',
    '__proto__/x',
  ]);
  const kind = random.pick(['user', 'session', 'users', '__proto__']);
  return random.pick([
    `${S}/groups/maths/feedback/${other}/thumbnail`,
    `${S}/groups/${other}/feedback/mal-pc/info`,
    `${S}/tutors/wanda/v1/backchannel/${other}/reply`,
    `${S}/tutors/wanda/v1/groups/maths/actions`,
    `${S}/tutors/mal/v1/groups/maths/actions`,
    `${S}/tutors/mal/v1/groups/${other}/demands`,
    `${S}/tutors/mal/v1/users/${other}/actions`,
    `${S}/tutors/mal/v1/users/user-of-wit/clients/${other}/actions`,
    `${S}/presence/${kind}/user-of-wit/${other}`,
    `${S}/lastwill/${kind}/user-of-wit/${other}`,
    `${S}/lastwill/tutors/wanda`,
    `${S}/events/${other}`,
    `${S}/clients/${other}/groups`,
    `${S}/live-rooms/lobby/messages`,
    `${S}/live-rooms/${other}/send-message`,
    `${S}/notifications/v1`,
    `$SYS/${random.word()}`,
    `$share/${random.word()}/${S}`,
    '/'.repeat(1 + random.int(90)),
    `${S}/${times(random.int(60), random.word).join('/')}`,
  ]);
}

/** Not even what an attacker may hear on their own site. */
export function foreignFilter(random: Random): string {
  const filter = foreignTopic(random);
  const isOwn = /\/(lastwill|notifications|live-rooms)\//.test(filter);
  return isOwn || filter.startsWith('$share') ? foreignFilter(random) : filter;
}

/** Of the attacker's own subtree, but not what a topic may be. As bytes: no text holds some of them. */
export function unfitTopic(random: Random): Buffer {
  const own = Buffer.from('acme/one/groups/attic/feedback/mal-pc/');
  const tail = random.pick([
    () => Buffer.from('x'.repeat(1_024 + random.int(64_000))),
    () => Buffer.from('é'.repeat(1_000 + random.int(30_000))),
    () => Buffer.from('x'.repeat(65_535 - own.length)),
    () => Buffer.from([0x61, random.int(32), 0x62]),
    () => Buffer.from([0x61, 0x00]),
    () => Buffer.from([0x7f]),
    () => Buffer.from([0x61, ...random.pick(NO_UTF8), 0x62]),
  ]);
  return Buffer.concat([own, tail()]);
}

const short = (n: number) => Buffer.from([n >> 8, n & 255]);
const text = (value: string | Buffer) => {
  const bytes = Buffer.from(value);
  return Buffer.concat([short(bytes.length), bytes]);
};
/** One control packet: first byte and everything behind the length. */
function packet(first: number, ...parts: readonly Buffer[]): Buffer {
  const body = Buffer.concat(parts);
  const length: number[] = [];
  for (let left = body.length; ; left >>= 7) {
    length.push((left & 127) | (left > 127 ? 128 : 0));
    if (left <= 127) break;
  }
  return Buffer.concat([Buffer.from([first, ...length]), body]);
}
const NONE = Buffer.from([0]);
type PublishParts = {
  topic: string | Buffer;
  payload?: Buffer;
  messageId?: number;
  properties?: Buffer;
  first?: number;
};
/** QoS 1 unless `first` says otherwise. */
export const publishBytes = ({
  topic,
  payload = NONE,
  messageId = 1,
  properties = NONE,
  first = 0x32,
}: PublishParts) =>
  packet(first, text(topic), ...((first & 6) === 0 ? [] : [short(messageId)]), properties, payload);
export const subscribeBytes = (filters: readonly (string | Buffer)[], options = 0, first = 0x82) =>
  packet(first, short(7), NONE, ...filters.flatMap((filter) => [text(filter), Buffer.from([options])]));
const unsubscribeBytes = (filters: readonly string[]) =>
  packet(0xa2, short(7), NONE, ...filters.map((filter) => text(filter)));

const OBJECT_KEYS = ['__proto__', 'constructor', 'toString', 'hasOwnProperty', '__defineGetter__', 'valueOf'];

/** What ends an admitted connection. */
export function fatalBytes(random: Random): Buffer {
  const own = 'acme/one/groups/attic/feedback/mal-pc';
  const levels = 101 + random.int(900);
  return random.pick([
    () => publishBytes({ topic: `${own}/${random.pick(['+', '#', 'a/+/b', 'a/#', '+x', 'x#'])}` }),
    () => publishBytes({ topic: '' }),
    () => publishBytes({ topic: times(levels, () => random.pick(['a', ''])).join('/') }),
    () => publishBytes({ topic: `${own}/info`, first: 0x36 }),
    () => publishBytes({ topic: `${own}/info`, messageId: 1, first: 0x34 }),
    () => publishBytes({ topic: `${own}/info`, properties: Buffer.from([3, 0x23, 0, 1 + random.int(9)]) }),
    () =>
      publishBytes({
        topic: `${own}/info`,
        properties: packet(0, Buffer.from([0x08]), text('acme/one/tutors/+/v1')).subarray(1),
      }),
    () =>
      publishBytes({
        topic: `${own}/info`,
        properties: Buffer.from([2, random.pick([0x04, 0x05, 0x99, 0]), 1]),
      }),
    () => subscribeBytes(random.pick([['ab#'], ['a/#/b'], [''], ['acme/+one/x'], ['#/a']])),
    () => subscribeBytes([times(levels, () => '+').join('/')]),
    () => subscribeBytes([random.pick(OBJECT_KEYS), random.word()]),
    () => subscribeBytes([random.word(), random.pick(OBJECT_KEYS), '#']),
    () => subscribeBytes([]),
    () => subscribeBytes(['a'], random.pick([0xc0, 0x40, 0x80, 0x03, 0x30])),
    () => subscribeBytes(['a'], 0, random.pick([0x80, 0x81, 0x8f])),
    () => unsubscribeBytes([random.pick(OBJECT_KEYS)]),
    () => unsubscribeBytes([random.word(), random.pick(OBJECT_KEYS), 'a/#/b']),
    () => packet(random.pick([0x00, 0x01, 0x0f]), random.bytes(random.int(20))),
    // What only a broker says, and AUTH.
    () => packet(0x20, Buffer.from([0, 0, 0])),
    () => packet(0x90, short(1), NONE, Buffer.from([0])),
    () => packet(0xb0, short(1), NONE, Buffer.from([0])),
    () => packet(0xd0),
    () => packet(0xf0, Buffer.from([random.pick([0x00, 0x18, 0x19, 0x55]), 0])),
    () => packet(random.pick([0xc1, 0xc7, 0x6f, 0x60])),
    () => packet(0xe0, Buffer.from([random.pick([0x01, 0x55, 0xff]), 0])),
    () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0xff, 0x01]),
    // More than the broker takes, of which the rest never comes.
    () => Buffer.from([0x30, 0xff, 0xff, 0xff, 0x7f]),
  ])();
}

/** A good packet of which some bytes are others: it may still be one. */
export function bentBytes(random: Random): Buffer {
  const whole = Buffer.from(goodBytes(random));
  for (let i = 0; i <= random.int(4); i += 1) whole[random.int(whole.length)] = random.int(256);
  return whole;
}

/** A beginning of a good packet. */
export function cutBytes(random: Random): Buffer {
  const whole = goodBytes(random);
  return whole.subarray(0, 1 + random.int(whole.length - 1));
}

const goodBytes = (random: Random): Buffer =>
  random.pick([
    publishBytes({
      topic: 'acme/one/groups/attic/feedback/mal-pc/info',
      payload: random.bytes(1 + random.int(300)),
    }),
    subscribeBytes(['acme/one/notifications/v1', 'acme/one/lastwill/#']),
    unsubscribeBytes(['acme/one/notifications/v1']),
  ]);

/** CONNECT by hand. */
export function connectBytes(parts: {
  token: string;
  clientId: string;
  protocol?: string;
  version?: number;
  flags?: number;
  properties?: Buffer;
  will?: { topic: string | Buffer; payload: Buffer };
}): Buffer {
  const { token, clientId, protocol = 'MQTT', version = 5, properties = NONE, will } = parts;
  const flags = parts.flags ?? 0xc2 | (will ? 0x0c : 0);
  return packet(
    0x10,
    text(protocol),
    Buffer.from([version, flags]),
    short(30),
    properties,
    text(clientId),
    ...(will ? [NONE, text(will.topic), text(will.payload)] : []),
    text(token),
    text(token),
  );
}

/** A PUBLISH whose properties come twice, are cut off, or are not a publisher's. */
export function doubledProperties(random: Random, topic: string): Buffer {
  const contentType = Buffer.concat([Buffer.from([0x03]), text('a/b')]);
  const replyTo = Buffer.concat([Buffer.from([0x08]), text('acme/one/tutors/mal/v1/backchannel')]);
  const data = Buffer.concat([Buffer.from([0x09]), text('id')]);
  const expiry = Buffer.from([0x02, 0, 0, 0, 9]);
  const all = random.pick([
    [contentType, contentType],
    [replyTo, replyTo],
    [data, data],
    [expiry, expiry],
    // Longer than the packet: a text, bytes, a number, a pair.
    [Buffer.from([0x03, 0xff, 0xff])],
    [Buffer.from([0x09, 0xff, 0xff])],
    [Buffer.from([0x26, 0, 1, 0x61, 0xff, 0xff])],
    // A server's, a subscriber's, a connection's.
    [Buffer.from([0x0b, 0x05])],
    [Buffer.from([0x11, 0, 0, 0, 9])],
    [Buffer.concat([Buffer.from([0x1f]), text('because')])],
    [Buffer.concat([Buffer.from([0x12]), text('you')])],
  ]);
  return publishBytes({ topic, properties: packet(0, ...all).subarray(1), payload: Buffer.alloc(0) });
}

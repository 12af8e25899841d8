/** Topics that are nobody's, somebody else's or at their limits, with payloads that would be right elsewhere. */
import { encode, GROUP, type Malformed, S, T } from './malformed.ts';

const on = (topics: readonly string[], payload: Uint8Array, reason: string): Malformed[] =>
  topics.map((topic) => ({ what: `topic ${topic.slice(0, 80)}`, message: { topic, payload }, reason }));

/** Padded to 65,535 bytes, which is the longest topic that MQTT takes. */
const longest = (before: string, after: string) =>
  before + 'c'.repeat(65_535 - before.length - after.length) + after;

/** `record` is the information of the client `c-31`. */
export function* wrongTopics(record: unknown): Generator<Malformed> {
  const info = encode(record);
  yield* ofOthers(info);
  yield* wrongLevels(info);
  yield* atTheLimit(info);
  yield* wrongKinds(info);
  yield* wrongWills(encode({ since: 1 }));
  yield* wrongMembers(encode({ userId: 'u-ben' }));
}

function* ofOthers(info: Uint8Array): Generator<Malformed> {
  yield* on(
    ['', '/', '//', '#', '+', S, `${S}/`, `${S}/groups`, `${S}/x/y`, `/${GROUP}/c-31/info`],
    info,
    'topic',
  );
  yield* on(['acme', 'acme/', 'acme//groups/g-7a/feedback/c-31/info', '$SYS/broker/clients'], info, 'topic');
  // Another tenant's, site's, tutor's or version's.
  yield* on(
    [
      'other/riverside/groups/g-7a/feedback/c-31/info',
      'acme/elsewhere/groups/g-7a/feedback/c-31/info',
      'ACME/riverside/groups/g-7a/feedback/c-31/info',
      'acme/riverside2/groups/g-7a/feedback/c-31/info',
      'x/acme/riverside/groups/g-7a/feedback/c-31/info',
      `${S}/tutors/t-ben/v1/backchannel/c-31/info`,
      `${S}/tutors/t-anna2/v1/backchannel/c-31/info`,
      `${S}/tutors/t-anna/v2/backchannel/c-31/info`,
      `${S}/tutors//v1/backchannel/c-31/info`,
    ],
    info,
    'topic',
  );
  // What goes to devices, to the platform, or nowhere.
  yield* on(
    [`${T}/groups/g-7a/actions`, `${T}/siterunners/wol`, `${S}/clients/c-31/groups`, `${S}/events/c-31`],
    info,
    'topic',
  );
  yield* on([`${S}/notifications`, `${S}/notifications/v2`, `${S}/notifications/v1/x`], info, 'topic');
}

function* wrongLevels(info: Uint8Array): Generator<Malformed> {
  const deep = Array.from({ length: 1_000 }, () => 'a').join('/');
  // Levels that are empty, too many, too few or in the wrong place.
  yield* on(
    [
      ...[`${GROUP}`, `${GROUP}/`, `${GROUP}/c-31`, `${GROUP}/c-31/`, `${GROUP}//info`, `${GROUP}///`],
      ...[`${GROUP}/c-31/info/`, `${GROUP}/c-31/info/more`, `${S}/groups//feedback/c-31/info`],
      ...[`${S}/groups/g-7a/feedbacks/c-31/info`, `${S}/groups/g-7a/x/feedback/c-31/info`],
      ...[`${S}/groups/g-7a/backchannel/c-31/info`, `${S}/groups/g-7a/feedback/feedback/c-31/info`],
      ...[`${T}/backchannel`, `${T}/backchannel/`, `${T}/backchannel/c-31`, `${T}/backchannel//info`],
      ...[
        `${T}/backchannel/c-31/info/more`,
        `${T}/backchannel/feedback/c-31/info`,
        `${T}/backchannelx/c-31/info`,
      ],
      ...[`${GROUP}/${deep}`, `${S}/groups/${deep}/feedback/c-31/info`, `${S}/${deep}`, deep],
    ],
    info,
    'topic',
  );
}

function* atTheLimit(info: Uint8Array): Generator<Malformed> {
  yield* on(
    [
      longest('', ''),
      longest(`${GROUP}/`, '/info'),
      longest(`${GROUP}/`, '/thumbnail'),
      longest(`${T}/backchannel/`, '/reply'),
    ],
    info,
    'topic',
  );
  // Answers are for the one who asked.
  yield* on([`${GROUP}/c-31/reply`], info, 'kind');
  // No level is longer than an id.
  yield* on([longest(`${GROUP}/c-31/`, ''), longest(`${T}/backchannel/c-31/`, '')], info, 'topic');
}

function* wrongKinds(info: Uint8Array): Generator<Malformed> {
  yield* on(
    [
      'infos',
      'INFO',
      ' info',
      'thumbnails',
      'Thumbnail',
      '__proto__',
      'constructor',
      'prototype',
      'toString',
      'hasOwnProperty',
      'liveScreen',
      'shareScreen',
      '#',
      '+',
    ].flatMap((kind) => [`${GROUP}/c-31/${kind}`, `${T}/backchannel/c-31/${kind}`]),
    info,
    'kind',
  );
}

function* wrongWills(will: Uint8Array): Generator<Malformed> {
  yield* on(
    [
      ...[
        'lastwill',
        'lastwill/',
        'lastwill/user',
        'lastwill/user/u-ben',
        'lastwill/user//c-31',
        'lastwill/user/u-ben/',
      ],
      ...[
        'lastwill/user/u-ben/c-31/more',
        'lastwill/users/u-ben/c-31',
        'lastwill/device/u-ben/c-31',
        'lastwill//u-ben/c-31',
      ],
      ...[
        'lastwill/__proto__/u-ben/c-31',
        'lastwill/tutors',
        'lastwill/tutors/',
        'lastwill/tutors/t-anna/more',
      ],
      ...[`lastwill/user/u-ben/${'c'.repeat(129)}`],
    ].map((end) => `${S}/${end}`),
    will,
    'topic',
  );
}

function* wrongMembers(members: Uint8Array): Generator<Malformed> {
  yield* on(
    [
      ...['presence', 'presence/', 'presence/user/u-ben', 'presence/user//c-31', 'presence/tutors/t-anna'],
      ...[
        'presence/user/u-ben/c-31/more',
        'presence/users/u-ben/c-31',
        `presence/user/u-ben/${'c'.repeat(129)}`,
      ],
      ...['live-rooms', 'live-rooms/', 'live-rooms/room-5', 'live-rooms//messages', 'live-rooms/room-5/'],
      ...['live-rooms/room-5/messages/more', 'live-rooms/room-5/typing', 'live-rooms/room-5/__proto__'],
      `live-rooms/${'r'.repeat(129)}/messages`,
    ].map((end) => `${S}/${end}`),
    members,
    'topic',
  );
  // A member is a student or a tutor, and not both.
  yield* on([`${S}/live-rooms/room-5/connected`], encode({}), 'schema');
  yield* on([`${S}/live-rooms/room-5/disconnect`], encode({ userId: 'u-ben', tutorId: 't-anna' }), 'schema');
}

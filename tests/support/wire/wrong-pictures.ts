/** Pictures whose properties, types or bytes are wrong. */
import * as v from 'valibot';
import { thumbnailPropertiesSchema } from '#protocol/feedback.ts';
import { MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import type { Random } from '../../../agent/simulated/seeded-random.ts';
import type { MqttMessage } from '../../../workers/live/broker/mqtt-transport.ts';
import { GROUP, type Malformed, T } from './malformed.ts';

const JPEG = Uint8Array.of(0xff, 0xd8, 0xff, 0xe0, 0, 16);
const right = {
  userId: 'u-ben',
  authType: 'user',
  display: '1',
  primary: '1',
  quality: '10',
  width: '320',
  height: '180',
  at: '1',
};
const WRONG_TEXTS = [
  '',
  'x',
  '-1',
  '1.5',
  '1e3',
  '0x10',
  ' 1',
  '9'.repeat(16),
  'true',
  '２',
  'null',
  '__proto__',
];

export function* wrongPictures(victim: string): Generator<Malformed> {
  for (const topic of [
    `${GROUP}/c-31/thumbnail`,
    `${GROUP}/${victim}/thumbnail`,
    `${T}/backchannel/c-31/thumbnail`,
  ]) {
    const picture = (what: string, more: Partial<MqttMessage>, reason: string): Malformed => {
      const { payload = JPEG, contentType = 'image/jpeg', userProperties = right, ...rest } = more;
      return {
        what: `${what} on ${topic}`,
        message: { topic, payload, contentType, userProperties, ...rest },
        reason,
      };
    };
    for (const type of [
      '',
      'image/png',
      'image/svg+xml',
      'text/html',
      'IMAGE/JPEG',
      'image/jpeg; x',
      'image/jpeg\u0000',
    ])
      yield picture(`content type ${type}`, { contentType: type }, 'content-type');
    const { contentType: _, ...untyped } = picture('no content type', {}, 'content-type').message;
    yield { what: `no content type on ${topic}`, message: untyped, reason: 'content-type' };
    yield picture('too large', { payload: new Uint8Array(MAX_THUMBNAIL_BYTES + 1) }, 'too-large');
    for (const properties of wrongProperties())
      yield picture('user properties', { userProperties: properties }, 'schema');
    yield {
      what: `no user properties on ${topic}`,
      message: { topic, payload: JPEG, contentType: 'image/jpeg' },
      reason: 'schema',
    };
  }
}

function wrongProperties(): Record<string, string | string[]>[] {
  const names = Object.keys(right) as (keyof typeof right)[];
  return names
    .flatMap((name): Record<string, string | string[]>[] => {
      const { [name]: _, ...lacking } = right;
      return [
        lacking,
        // Twice in one packet.
        { ...right, [name]: [right[name], right[name]] },
        { ...right, [name]: [] },
        JSON.parse(JSON.stringify(lacking).replace('{', `{"__proto__":{"${name}":"1"},"constructor":"1",`)),
        { ...right, [name]: 'x'.repeat(60_000) },
        ...WRONG_TEXTS.map((text) => ({ ...right, [name]: text })),
      ];
    })
    .filter((properties) => !v.is(thumbnailPropertiesSchema, { ...properties }));
}

/** A picture that is named right in everything and is none. */
export function wrongBytes(painter: string, random: Random): Malformed {
  const contentType = random.pick(['image/jpeg', 'image/webp']);
  const bytes = random.pick([
    [],
    [0],
    [0xff, 0xd8],
    [...Buffer.from('<svg onload="x">')],
    [...Buffer.from('GIF89a')],
  ]);
  const userProperties = { ...right, userId: `u-${painter}`, at: String(random.below(1e9)) };
  return {
    what: 'bytes that are no picture',
    message: {
      topic: `${GROUP}/${painter}/thumbnail`,
      payload: Uint8Array.from(bytes),
      contentType,
      userProperties,
    },
    reason: 'picture',
  };
}

/** With the correlation data of an action that nobody has asked for. */
export const unaskedPicture = (clientId: string): Malformed => ({
  what: 'a picture that nobody asked for',
  message: {
    topic: `${T}/backchannel/${clientId}/thumbnail`,
    payload: JPEG,
    correlation: 'nobody-asked',
    contentType: 'image/jpeg',
    userProperties: right,
  },
  reason: 'unknown-action',
});

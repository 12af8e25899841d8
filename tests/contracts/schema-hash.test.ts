/** Nobody changes what crosses the wire without saying so: its schemas, topics and rules have a pinned hash. */
import { createHash } from 'node:crypto';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import { MAX_JSON_BYTES, MAX_REPLY_DEPTH, MAX_THUMBNAIL_BYTES } from '#protocol/limits.ts';
import { PROTOCOL_VERSION } from '#protocol/protocol-version.ts';
import { TOPIC_RULES } from '#protocol/topic-rules.ts';
import { PEER_SCHEMAS } from '../support/wire/peer-schemas.ts';
import { schemaFields } from '../support/wire/schema-fields.ts';
import { WIRE_SCHEMAS } from '../support/wire/wire-schemas.ts';
import { wireTopics } from '../support/wire/wire-topics.ts';

const PINNED = { version: 1, hash: '977e7b75aa783ad5' };

const sha256 = (value: unknown) =>
  createHash('sha256').update(JSON.stringify(value)).digest('hex').slice(0, 16);
const fieldsByName = (schemas: Readonly<Record<string, v.GenericSchema>>) =>
  Object.entries(schemas).map(([name, schema]) => [name, schemaFields(schema)]);

function protocolHash(): string {
  const {
    actions,
    demands,
    feedback,
    backchannel,
    room: _,
    ...topics
  } = wireTopics({
    tenant: 'tenant',
    site: 'site',
    tutorId: 'tutor',
    groupId: 'group',
    people: (['user', 'session'] as const).map((authType) => ({
      authType,
      userId: 'person',
      clientId: 'client',
    })),
    runnerId: 'runner',
    roomId: 'room',
  });
  const addressed = [...actions.keys(), ...demands.keys(), ...feedback('kind'), ...backchannel('kind')];
  const limits = { MAX_JSON_BYTES, MAX_REPLY_DEPTH, MAX_THUMBNAIL_BYTES };
  const { frame, request, transfer, ...peers } = PEER_SCHEMAS;
  const variants = [frame, request, transfer].map(({ options }) =>
    options.map((option) => schemaFields(option)),
  );
  return sha256({
    schemas: [...fieldsByName(WIRE_SCHEMAS), ...fieldsByName(peers), variants],
    addressed,
    topics,
    rules: TOPIC_RULES,
    limits,
  });
}

describe('the protocol', () => {
  it('has the version and the schemas that are pinned here', () => {
    const now = { version: PROTOCOL_VERSION, hash: protocolHash() };
    const advice = [
      `What crosses the wire is not what was pinned: it is now ${JSON.stringify(now)}.`,
      'If a device, runner or console of before would misread it (a field that is required, gone or has another',
      'meaning, a narrower limit, another topic), raise PROTOCOL_VERSION in src/protocol/protocol-version.ts and on',
      'docs/protocol.md. If it would not (a field more that may be absent, a wider limit), the version stays.',
      'Then pin the new values in this test.',
    ].join('\n');
    expect(now, advice).toEqual(PINNED);
  });
});

describe('the hash of schemas', () => {
  const base = v.object({ id: v.pipe(v.string(), v.maxLength(9)), on: v.optional(v.boolean()) });
  const hashOf = (schema: v.GenericSchema) => sha256(schemaFields(schema));

  it('is the same for a schema that was only written otherwise', () => {
    const id = v.pipe(v.pipe(v.string()), v.maxLength(9));
    expect(hashOf(v.object({ id, on: v.optional(v.boolean()) }))).toBe(hashOf(base));
  });

  it.each([
    ['a limit', v.object({ ...base.entries, id: v.pipe(v.string(), v.maxLength(8)) })],
    ['a type', v.object({ ...base.entries, on: v.optional(v.number()) })],
    ['a field that must be there', v.object({ ...base.entries, on: v.boolean() })],
    ['a value in place of an absent one', v.object({ ...base.entries, on: v.optional(v.boolean(), true) })],
    ['one field more', v.object({ ...base.entries, more: v.optional(v.string()) })],
    ['a field that is gone', v.object({ id: base.entries.id })],
    ['fields that are kept', v.looseObject(base.entries)],
    ['a field inside', v.object({ ...base.entries, on: v.optional(v.object({ by: v.string() })) })],
  ])('changes with %s', (_what, schema) => {
    expect(hashOf(schema)).not.toBe(hashOf(base));
  });

  it('refuses to leave out what it does not know', () => {
    expect(() => hashOf(v.strictObject(base.entries))).toThrow('does not know the schema "strict_object"');
    expect(() => hashOf(v.object({ at: v.date() }))).toThrow('does not know the schema "date"');
    expect(() => hashOf(v.object({ to: v.pipe(v.string(), v.email()) }))).toThrow(
      'does not know the check "email"',
    );
  });
});

/** The page for people who write agents says what the schemas, the topics and the rules say, and nothing else. */
import { readdir, readFile } from 'node:fs/promises';
import { dirname } from 'node:path';
import * as v from 'valibot';
import { describe, expect, it } from 'vitest';
import type { AuthType } from '#domain/devices/device-type.ts';
import { TIMING } from '#domain/timing.ts';
import { ACTION_NAMES } from '#protocol/action-parameters.ts';
import {
  actionTtlSeconds,
  COLLECTION_MS,
  PING_RETRY_DELAYS_MS,
  REPEATING_REPLIES,
  RUNNER_ACTIONS,
  SINGLE_CLIENT_ACTIONS,
} from '#protocol/action-rules.ts';
import { DEMAND_TYPES } from '#protocol/demand.ts';
import { FEEDBACK_KINDS } from '#protocol/feedback.ts';
import {
  MAX_JSON_BYTES,
  MAX_REPLY_DEPTH,
  MAX_THUMBNAIL_BYTES,
  MQTT_KEEP_ALIVE_S,
  MQTT_SESSION_EXPIRY_S,
  MQTT_WILL_DELAY_S,
} from '#protocol/limits.ts';
import { PROTOCOL_VERSION } from '#protocol/protocol-version.ts';
import { TOPIC_RULES } from '#protocol/topic-rules.ts';
import * as builders from '#protocol/topics.ts';
import { REASON } from '../../server/broker/reason-code.ts';
import { readProtocolPage, tableOf } from '../support/wire/protocol-page.ts';
import { schemaFields } from '../support/wire/schema-fields.ts';
import { EXAMPLE_KINDS, type Example, targetOf, topicOf } from '../support/wire/wire-examples.ts';
import { WIRE_SCHEMAS } from '../support/wire/wire-schemas.ts';
import { wireTopics } from '../support/wire/wire-topics.ts';

const page = await readProtocolPage();
const source = (path: string) => readFile(new URL(`../../${path}`, import.meta.url), 'utf8');
const column = (heading: string, at = 0) => tableOf(page, heading).rows.map((row) => row[at]);
const idIn = ({ value }: Example) => (value as { id?: unknown }).id;

describe('an example on the protocol’s page', () => {
  it.each(page.examples)('is right: $title', (example) => {
    const kind = EXAMPLE_KINDS[example.kind];
    if (!kind) throw new Error(`The code knows no "${example.kind}"`);
    expect(kind.places).toContain(topicOf(example));
    for (const schema of kind.schemas) {
      const { issues } = v.safeParse(schema, example.value);
      expect(issues?.map((issue) => `${v.getDotPath(issue)}: ${issue.message}`)).toBeUndefined();
    }
    expect(unnamedFields(kind.schemas, example.value)).toEqual([]);
    const isUsual = !example.isWhole || FEEDBACK_RECORD.test(example.kind);
    expect(example.properties).toEqual(isUsual ? {} : kind.properties(example));
  });

  it.each(page.examples.filter(({ kind }) => kind.startsWith('action ')))(
    'says whom it is for: $title',
    (example) => {
      const target = targetOf(example);
      const said = (example.value as { combinedTargetIdentifier?: string }).combinedTargetIdentifier;
      expect(said).toBe(target && builders.combinedTarget(target));
    },
  );

  it.each(page.examples.filter(({ kind }) => /^(reply|snapshot picture)/.test(kind)))(
    'answers an example: $title',
    ({ kind, properties, isWhole, value }) => {
      const asked = kind === 'snapshot picture' ? 'action snapshot' : kind.replace('reply', 'action');
      const ids = page.examples.filter((example) => example.kind === asked).map(idIn);
      expect(ids).toContain(isWhole ? properties['Correlation data'] : (value as { id: string }).id);
    },
  );

  it('stands there for everything that is said', () => {
    const silent = ACTION_NAMES.filter((name) => !BRINGS.has(name)).map((name) => `reply ${name}`);
    const expected = Object.keys(EXAMPLE_KINDS).filter((kind) => !silent.includes(kind));
    const found = new Set(page.examples.map(({ kind }) => kind));
    expect(expected.filter((kind) => !found.has(kind))).toEqual([]);
  });
});

/** Of records the page says once how they travel and which fields they all have. */
const FEEDBACK_RECORD = /^feedback (?!events)/;
const COMMON_FIELDS = new Set(['clientId', 'userId', 'authType', 'lastUpdated']);

/** Actions with an answer that says more than whether it was done. */
const BRINGS: ReadonlySet<string> = new Set([
  ...['lock', 'requestName', 'poll', 'updateDeviceInventory', 'updateInvent', 'powerAction', 'remoteControl'],
  ...['snapshot', 'retrieveFiles', 'ping', 'dnslookup', 'liveScreen', 'collectFiles', 'transferFiles'],
]);

/** Fields that no schema names, as paths like `tabs[].title`. What a later schema says of a field counts. */
function unnamedFields(schemas: readonly v.GenericSchema[], value: unknown): string[] {
  const known = new Map(schemas.flatMap(schemaFields).map((field) => [field.path, field.value]));
  known.delete('*');
  const isNamed = (path: string) =>
    [...known].some(([pattern, limits]) => {
      const wanted = pattern.split('.');
      const levels = path.split('.');
      const deeper = levels.length - wanted.length;
      // Any key is right in a map; what its objects hold has patterns of its own.
      const inMap = limits === 'map: object' ? deeper === 1 : limits.startsWith('map') && deeper > 0;
      return (deeper === 0 || inMap) && wanted.every((level, i) => level === '*' || level === levels[i]);
    });
  return pathsIn(value, '').filter((path) => !isNamed(path));
}
function pathsIn(value: unknown, prefix: string): string[] {
  if (Array.isArray(value)) return value.flatMap((item) => pathsIn(item, `${prefix}[]`));
  if (typeof value !== 'object' || value === null) return [];
  return Object.entries(value).flatMap(([key, inner]) => {
    const path = prefix === '' ? key : `${prefix}.${key}`;
    return [path, ...pathsIn(inner, path)];
  });
}

describe('the fields on the protocol’s page', () => {
  const described = page.tables.filter(({ header }) => header[1] === 'value' && header[2] === 'meaning');
  const withFields = Object.entries(WIRE_SCHEMAS).filter(([, schema]) => schemaFields(schema).length > 0);

  it('stand there for every schema, once, and for nothing else', () => {
    const names = described.map(({ header }) => header[0]);
    expect(names.toSorted()).toEqual(withFields.map(([name]) => name).toSorted());
  });

  it.each(withFields)('are those of %s, with the same limits', (name, schema) => {
    const { rows } = tableOf(page, name);
    const leavesOut = FEEDBACK_RECORD.test(name) && name !== 'feedback hello';
    const fields = schemaFields(schema).filter(({ path }) => !leavesOut || !COMMON_FIELDS.has(path));
    expect(rows.map(([field, value]) => [field, value])).toEqual(
      fields.map(({ path, optional, value }) => [optional ? `${path}?` : path, value]),
    );
    expect(rows.filter(([, , meaning]) => !meaning)).toEqual([]);
  });

  it('leave out no schema of src/protocol/', async () => {
    const all = await readdir(new URL('../../src/protocol', import.meta.url), { recursive: true });
    const files = all.filter(
      (file) =>
        file.endsWith('.ts') &&
        !['rest', 'rest/admin', 'transfer'].includes(dirname(file)) &&
        !CONSOLE_ONLY.has(file) &&
        !OTHER_PAGES.has(file),
    );
    const known = await source('tests/support/wire/wire-schemas.ts');
    const texts = await Promise.all(files.map((file) => source(`src/protocol/${file}`)));
    const exported = texts.flatMap((text) =>
      [...text.matchAll(/^export const (\w+Schema) =/gm)].map(([, name = '']) => name),
    );
    expect(exported.filter((name) => !known.includes(name) && !PARTS.has(name))).toEqual([]);
  });
});

/** Between parts of the console, and what the platform serves to it over HTTP. */
const CONSOLE_ONLY: ReadonlySet<string> = new Set([
  'threads/service-worker.ts',
  'auth/tenant-configuration.ts',
  'auth/session-end.ts',
  'render-failure.ts',
]);
/** On docs/peer-protocol.md, with a test of its own. */
const OTHER_PAGES: ReadonlySet<string> = new Set(['peer/peer-signalling.ts', 'peer/peer-payload.ts']);
/** Parts of other schemas, documents of REST calls, and how tutors sign in. */
const PARTS: ReadonlySet<string> = new Set([
  ...['displaySchema', 'tabSchema', 'applicationSchema', 'demandPatchSchema'],
  ...['patchDemandParametersSchema'],
  ...['retrievedFileSchema'],
  ...['siteListSchema', 'loginBodySchema', 'refreshBodySchema', 'tokensSchema', 'handOverBodySchema'],
  ...['handOverSchema', 'redeemBodySchema', 'signInBodySchema', 'signInTicketSchema'],
]);

describe('the tables on the protocol’s page', () => {
  it('list the topic rules as the broker has them, both ways', () => {
    const whole = (topic = '') =>
      topic.replace(/^T\//, '{tenant}/{site}/tutors/{self}/v1/').replace(/^S\//, '{tenant}/{site}/');
    const rows = tableOf(page, 'who').rows.map(([who, may, topic, role]) => ({
      who,
      may,
      pattern: whole(topic),
      ...(role && { role }),
    }));
    expect(rows).toEqual(TOPIC_RULES);
  });

  it('list every topic that can be built, and no other', () => {
    const people = (['user', 'session', '{authType}'] as AuthType[]).map((authType) => ({
      authType,
      userId: '{userId}',
      clientId: '{clientId}',
    }));
    const built = wireTopics({
      tenant: '{tenant}',
      site: '{site}',
      tutorId: '{tutorId}',
      groupId: '{groupId}',
      people,
      runnerId: '{runnerId}',
      roomId: '{roomId}',
    });
    const topics = Object.entries(built).flatMap(([name, topic]): string[] => {
      if (name === 'presence' || name === 'lastWill') return (topic as string[]).slice(-1);
      if (name === 'room') return [];
      if (topic instanceof Map) return [...topic.keys()];
      if (typeof topic === 'function') return (topic as (kind: string) => string[])('{kind}');
      return [topic].flat();
    });
    expect(column('topic').toSorted()).toEqual([...new Set(topics.map(short))].toSorted());
  });

  it('and the lists of filters come from every builder of src/protocol/topics.ts', async () => {
    const used = await source('tests/support/wire/wire-topics.ts');
    const unused = Object.keys(builders).filter((name) => !used.includes(`topics.${name}(`));
    expect(unused.toSorted()).toEqual(Object.keys(ELSEWHERE).toSorted());
    const filters = Object.values(ELSEWHERE).flat().map(short);
    const prose = page.text.replace(/^\|.*$/gm, '');
    expect(filters.filter((filter) => !prose.includes(`\`${filter}\``))).toEqual([]);
  });

  it('list every action with its time to live, collection time, audience and replies', () => {
    expect(tableOf(page, 'actions').rows).toEqual(
      ACTION_NAMES.map((name) => {
        const collected = COLLECTION_MS[name];
        return [
          name,
          `${actionTtlSeconds(name)} s`,
          collected === undefined ? 'TTL' : `${collected / 1_000} s`,
          audienceOf(name),
          REPEATING_REPLIES.has(name) ? 'again' : 'once',
        ];
      }),
    );
  });

  it('list every demand type and every kind of feedback', () => {
    expect(column('demand type')).toEqual(DEMAND_TYPES);
    expect(column('feedback kind')).toEqual(FEEDBACK_KINDS);
  });

  it('give the numbers that the code has', () => {
    const { rows } = tableOf(page, 'number');
    expect(Object.fromEntries(rows.map(([name, value]) => [name, value]))).toEqual({
      'Keep Alive': `${MQTT_KEEP_ALIVE_S} s`,
      'Session Expiry Interval': `${MQTT_SESSION_EXPIRY_S} s`,
      'Will Delay Interval': `${MQTT_WILL_DELAY_S} s`,
      'JSON payload': `${MAX_JSON_BYTES / 1024} KiB`,
      'thumbnail payload': `${MAX_THUMBNAIL_BYTES / 1024 / 1024} MiB`,
      'reply depth': `${MAX_REPLY_DEPTH} levels`,
      'demand TTL': seconds(TIMING.demandTtlMs),
      'demand refresh': seconds(TIMING.demandRefreshMs),
      statuses: seconds(TIMING.statusesMs),
      offline: seconds(TIMING.offlineAfterMs),
      gone: seconds(TIMING.droppedAfterMs),
      'group thumbnail': seconds(TIMING.groupThumbnailMs),
      'ping again after': `${PING_RETRY_DELAYS_MS.map((ms) => ms / 1_000).join(', ')} s`,
    });
  });

  it('and the text give every reason code of the broker and the protocol’s version', () => {
    const codes = Object.values(REASON).map((code) => `0x${code.toString(16).toUpperCase()}`);
    expect(codes.filter((code) => !page.text.includes(code))).toEqual([]);
    expect(page.text).toContain(`**version ${PROTOCOL_VERSION}**`);
  });

  it('are linked to headings that exist', () => {
    const headings = [...page.text.matchAll(/^#+ (.+)$/gm)].map(([, heading = '']) =>
      heading
        .toLowerCase()
        .replace(/[^\w -]/g, '')
        .replaceAll(' ', '-'),
    );
    const links = [...page.text.matchAll(/\]\(#([\w-]+)\)/g)].map(([, target]) => target);
    expect(links.filter((target) => !headings.includes(target ?? ''))).toEqual([]);
  });
});

const short = (topic: string) => topic.replace('{tenant}/{site}', 'S').replace('S/tutors/{tutorId}/v1', 'T');
const seconds = (ms: number) => `${ms / 1_000} s`;
function audienceOf(action: string): string {
  if (SINGLE_CLIENT_ACTIONS.has(action)) return 'one client';
  if (!RUNNER_ACTIONS.has(action)) return 'devices';
  return action === 'ping' ? 'devices or runners' : 'runners';
}

const scope = { tenant: '{tenant}', site: '{site}' };
const people = (['user', 'session'] as const).map((authType) => ({
  authType,
  userId: '{userId}',
  clientId: '{clientId}',
}));
const { deviceFilters } = builders;
/** Builders that make no topic to publish on, with the filters that the page tells devices and runners. */
const ELSEWHERE: Readonly<Record<string, readonly string[]>> = {
  tutorBase: [],
  tutorOfTopic: [],
  feedbackAddress: [],
  combinedTarget: [],
  backchannelFilter: [],
  groupFeedbackFilter: [],
  groupHelloFilter: [],
  presenceFilter: [],
  lastWillFilter: [],
  clientFilter: [builders.clientFilter(scope, '{clientId}')],
  roomFilter: [builders.roomFilter(scope, '{roomId}')],
  runnerFilters: builders.runnerFilters(scope),
  deviceFilters: [
    deviceFilters.group(scope, '{groupId}'),
    deviceFilters.stopScreenShares(scope),
    deviceFilters.tutorLastWills(scope),
    ...people.flatMap((person) =>
      (['actions', 'demands'] as const).flatMap((leaf) => [
        deviceFilters.person(scope, person, leaf),
        deviceFilters.client(scope, person, leaf),
      ]),
    ),
  ],
};

/** What each example on the protocol's page is held against: where it may stand, its schemas and MQTT properties. */
import * as v from 'valibot';
import { TIMING } from '#domain/timing.ts';
import { ACTION_NAMES, type ActionName } from '#protocol/action-parameters.ts';
import { actionTtlSeconds, RUNNER_ACTIONS, SINGLE_CLIENT_ACTIONS } from '#protocol/action-rules.ts';
import { combinedTarget } from '#protocol/topics.ts';
import { WIRE_SCHEMAS } from './wire-schemas.ts';
import { wireTopics } from './wire-topics.ts';

export type Example = {
  /** As it stands in the heading: `kind: place`. */
  title: string;
  kind: string;
  /** A topic with `S` and `T`, or where else it stands. */
  place: string;
  value: unknown;
  /** For example `QoS` → `1`; empty where the page names none. */
  properties: Readonly<Record<string, string>>;
  /** All of it stands on the page; else only what is its own, and its properties are the usual ones. */
  isWhole: boolean;
};
export type ExampleKind = {
  places: readonly string[];
  /** It fits all of them, and every field is named by one. */
  schemas: readonly v.GenericSchema[];
  properties(example: Example): Readonly<Record<string, string>>;
};

const S = 'acme/riverside';
const T = `${S}/tutors/t-anna/v1`;
/** Whom the page speaks of. */
const topics = wireTopics({
  tenant: 'acme',
  site: 'riverside',
  tutorId: 't-anna',
  groupId: 'g-7a',
  people: [
    { authType: 'user', userId: 'u-ben', clientId: 'c-31' },
    { authType: 'session', userId: 's-88', clientId: 'c-52' },
  ],
  runnerId: 'r-1',
  roomId: 'room-5',
});
export const topicOf = ({ place }: Example) => place.replace(/^S\//, `${S}/`).replace(/^T\//, `${T}/`);
/** Whom an action's topic addresses. */
export const targetOf = (example: Example) => topics.actions.get(topicOf(example));

/** An action of which the page shows the parameters, or a reply of which it shows what is its own. */
export function wholeExample(written: Omit<Example, 'isWhole'>, id: string): Example {
  const [family, name] = written.kind.split(' ');
  const target = topics.actions.get(topicOf({ ...written, isWhole: false }));
  const value =
    family === 'reply'
      ? { id, action: name, ...(written.value as object) }
      : {
          id,
          action: name,
          parameters: written.value,
          ...(target && { combinedTargetIdentifier: combinedTarget(target) }),
          timeSent: 1_790_000_000_000,
        };
  return { ...written, value, isWhole: false };
}

const schemaOf = (name: string): v.GenericSchema => WIRE_SCHEMAS[name] ?? v.never();
const textAt = ({ value }: Example, key: string) => String((value as Record<string, unknown>)[key]);
const JSON_TYPE = { 'Content type': 'application/json' };

/** Over HTTP: no MQTT properties. */
const spoken = (name: string, place: string): ExampleKind => ({
  places: [place],
  schemas: [schemaOf(name)],
  properties: () => ({}),
});
const said = (name: string, places: readonly string[], properties: Record<string, string>): ExampleKind => ({
  places,
  schemas: [schemaOf(name)],
  properties: () => properties,
});
const record = (kind: string, places: readonly string[]) =>
  said(`feedback ${kind}`, places, { QoS: '0', ...JSON_TYPE });
const anywhere = (kind: string) => [...topics.feedback(kind), ...topics.backchannel(kind)];

function placesOf(action: ActionName): string[] {
  if (action === 'wol') return [topics.wol];
  if (action === 'dnslookup') return [topics.runnerActions];
  const devices = [...topics.actions].flatMap(([topic, { to }]) =>
    SINGLE_CLIENT_ACTIONS.has(action) && to !== 'client' ? [] : [topic],
  );
  return RUNNER_ACTIONS.has(action) ? [...devices, topics.runnerActions] : devices;
}
const action = (name: ActionName): ExampleKind => ({
  places: placesOf(name),
  schemas: [
    schemaOf('action'),
    v.object({ action: v.literal(name), parameters: schemaOf(`action ${name}`) }),
  ],
  properties: (example) => ({
    QoS: '1',
    'Response topic': 'T/backchannel',
    'Correlation data': textAt(example, 'id'),
    'Message expiry': `${actionTtlSeconds(name)} s`,
  }),
});
const reply = (name: ActionName): ExampleKind => ({
  places: topics.backchannel('reply'),
  schemas: [schemaOf('reply'), v.object({ action: v.literal(name) })],
  properties: (example) => ({ QoS: '1', ...JSON_TYPE, 'Correlation data': textAt(example, 'id') }),
});

const QOS_1 = { QoS: '1' };
export const EXAMPLE_KINDS: Readonly<Record<string, ExampleKind>> = {
  'device login': spoken('device login', 'POST AUTH_URL/devices/login'),
  'device tokens': spoken('device tokens', 'answer of POST AUTH_URL/devices/login'),
  'device site body': spoken('device site body', 'POST AUTH_URL/devices/site'),
  'device site': spoken('device site', 'answer of POST AUTH_URL/devices/site'),
  'runner login': spoken('runner login', 'POST AUTH_URL/runners/login'),
  'runner tokens': spoken('runner tokens', 'answer of POST AUTH_URL/runners/login'),
  'token claims': spoken('token claims', 'payload of an access token'),
  groups: said('groups', topics.groups, { ...QOS_1, Retain: '' }),
  orders: said('orders', topics.clientOrders, { ...QOS_1, Retain: '' }),
  'group orders': said('group orders', [topics.groupOrders], { ...QOS_1, Retain: '' }),
  policies: said('policies', topics.policies, { ...QOS_1, Retain: '' }),
  presence: said('presence', topics.presence, { ...QOS_1, Retain: '' }),
  'last will': said('last will', topics.lastWill, QOS_1),
  'tutor last will': said('tutor last will', [topics.tutorLastWill], QOS_1),
  demand: {
    places: [...topics.demands.keys()],
    schemas: [schemaOf('demand')],
    properties: ({ place }) => ({
      ...QOS_1,
      'Response topic': place.startsWith('T/groups/') ? 'S/groups/g-7a/feedback' : 'T/backchannel',
      'Message expiry': `${TIMING.demandTtlMs / 1_000} s`,
    }),
  },
  'feedback hello': record('hello', topics.feedback('hello')),
  'feedback info': record('info', anywhere('info')),
  'feedback tabs': record('tabs', anywhere('tabs')),
  'feedback applications': record('applications', anywhere('applications')),
  'feedback statuses': record('statuses', anywhere('statuses')),
  thumbnail: said('thumbnail', topics.feedback('thumbnail'), { QoS: '0', 'Content type': 'image/jpeg' }),
  'snapshot picture': {
    places: topics.backchannel('thumbnail'),
    schemas: [schemaOf('thumbnail')],
    properties: ({ properties }) => ({
      ...QOS_1,
      'Content type': 'image/jpeg',
      'Correlation data': properties['Correlation data'] ?? 'that of the action',
    }),
  },
  event: said('event', topics.events, QOS_1),
  ...Object.fromEntries(
    ACTION_NAMES.flatMap((name) => [
      [`action ${name}`, action(name)],
      [`reply ${name}`, reply(name)],
    ]),
  ),
  'wake target': spoken(
    'wake target',
    'one of the answer of GET REST_URL/v1/site-runners/self/wake-targets?tutorId=t-1&deviceIds=d-7,d-8',
  ),
  'stop screen shares': said('stop screen shares', [topics.stopScreenShares], QOS_1),
  'stop screen shares notice': said('stop screen shares', [topics.stopScreenSharesNotice], QOS_1),
  'room connected': said('room status', [topics.room('connected')], QOS_1),
  'room disconnect': said('room status', [topics.room('disconnect')], QOS_1),
  'room send-message': said('room send-message', [topics.room('send-message')], QOS_1),
  'room messages': said('room messages', [topics.room('messages')], QOS_1),
  notification: said('notification', [topics.notifications], QOS_1),
};

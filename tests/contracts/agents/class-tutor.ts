/** A tutor without a console: watches one agent over the broker, sends it actions and applies policies to it. */
import { randomUUID } from 'node:crypto';
import type { IPublishPacket, MqttClient } from 'mqtt';
import * as v from 'valibot';
import { type Reply, replySchema } from '#protocol/action.ts';
import type { ActionName } from '#protocol/action-parameters.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import {
  applicationsSchema,
  helloSchema,
  infoSchema,
  statusesSchema,
  tabsSchema,
  thumbnailPropertiesSchema,
} from '#protocol/feedback.ts';
import {
  backchannel,
  backchannelFilter,
  feedbackAddress,
  groupFeedback,
  groupFeedbackFilter,
  lastWillFilter,
  type Target,
  targetTopic,
  tutorLastWill,
} from '#protocol/topics.ts';
import { idOfGroup } from '../../support/classroom/directory.ts';
import { connectTutor } from '../../support/tutors/mqtt-session.ts';
import { ask, consoleSession } from '../../support/tutors/platform-session.ts';
import type { AgentPlace } from './agent-adapter.ts';
import { eventually } from './eventually.ts';
import type { TutorPeer } from './tutor-peer.ts';

const EMAIL = 'maintainer@demo.example';
const scope = { tenant: 'demo', site: 'riverside' };
const GROUP = 'All devices';
const SOURCE = 'suite';

const RECORDS = {
  hello: helloSchema,
  info: infoSchema,
  statuses: statusesSchema,
  tabs: tabsSchema,
  applications: applicationsSchema,
} as const;
type RecordKind = keyof typeof RECORDS;
type RecordOf<Kind extends RecordKind> = v.InferOutput<(typeof RECORDS)[Kind]>;

/** A picture of a demand, or of a snapshot, which names the action. */
export type HeardPicture = v.InferOutput<typeof thumbnailPropertiesSchema> & {
  bytes: Buffer;
  contentType: string | undefined;
  actionId: string | undefined;
};

type Properties = IPublishPacket['properties'];

export type ActOptions = {
  /** The client by default. */
  to?: 'client' | 'user' | 'group';
  id?: string;
  timeSent?: number;
  /** The rest of the time to live, in seconds. */
  expirySeconds?: number;
};

export type PolicyPart = { definition: string; parameters?: Record<string, unknown> };
type Alert = {
  policyId: string;
  effectType: string;
  mediaImages: readonly string[];
  context?: { word?: string };
};

export type ClassTutor = Awaited<ReturnType<typeof watchAgent>>;

/** Resolves when the agent with this host name has sent its info to the tutor. */
export async function watchAgent(place: AgentPlace, hostname: string) {
  const { platform } = place;
  const { accessToken } = await consoleSession(platform, EMAIL);
  const groupId = await idOfGroup(platform, accessToken, GROUP);
  const { client, tutorId } = await connectTutor(platform.port, accessToken, SOURCE);
  const ears = listen(client);
  await client.subscribeAsync(
    [groupFeedbackFilter(scope, groupId), backchannelFilter(scope, tutorId), lastWillFilter(scope)],
    { qos: 1 },
  );

  async function demand(
    type: string,
    options: { frequency?: number; ttl?: number; parameters?: object } = {},
  ) {
    const { frequency = 0, ttl = 600_000, parameters } = options;
    const payload = {
      'demand-type': type,
      frequency,
      TTL: ttl,
      source: SOURCE,
      'demand-parameters': parameters,
    };
    await client.publishAsync(
      targetTopic(scope, tutorId, { to: 'group', groupId }, 'demands'),
      JSON.stringify(payload),
      { qos: 1, properties: { responseTopic: groupFeedback(scope, groupId), messageExpiryInterval: 600 } },
    );
  }
  const endDemands = () =>
    client.publishAsync(tutorLastWill(scope, tutorId), JSON.stringify({ source: SOURCE }), { qos: 1 });

  await demand('info');
  const isWanted = ({ device }: RecordOf<'info'>) => device.hostname === hostname;
  const infos = () => ears.all('info').filter(isWanted);
  // A demand is not retained, so it is sent again to an agent that comes later.
  ears.onHello(() => void demand('info'));
  const first = await eventually(
    `info of ${hostname}`,
    () => infos().at(-1),
    (info) => info !== undefined,
    60_000,
  );
  const { clientId, userId, authType } = first as RecordOf<'info'>;
  const self = { clientId, userId, authType };

  const targetOf = (to: ActOptions['to']): Target => {
    if (to === 'group') return { to: 'group', groupId };
    return to === 'user' ? { to: 'user', ...self } : { to: 'client', ...self };
  };

  /** Returns the id of the action. */
  async function act(action: string, parameters: object = {}, options: ActOptions = {}): Promise<string> {
    const {
      id = randomUUID(),
      to,
      timeSent = Date.now(),
      expirySeconds = actionTtlSeconds(action),
    } = options;
    await client.publishAsync(
      targetTopic(scope, tutorId, targetOf(to), 'actions'),
      JSON.stringify({ id, action, parameters, timeSent }),
      {
        qos: 1,
        properties: {
          responseTopic: backchannel(scope, tutorId),
          correlationData: Buffer.from(id),
          messageExpiryInterval: expirySeconds,
        },
      },
    );
    return id;
  }

  const replies = (id: string): readonly Reply[] => ears.replies(clientId).filter((reply) => reply.id === id);

  /** Resolves with the first reply to this action that passes. */
  async function reply(id: string, passes: (reply: Reply) => boolean = () => true): Promise<Reply> {
    const found = await eventually(
      `a reply to ${id}`,
      () => replies(id).find(passes) ?? replies(id),
      (value) => !Array.isArray(value),
    );
    return found as Reply;
  }

  async function rest(method: string, path: string, body?: object): Promise<unknown> {
    const answer = await ask(`${platform.origin(scope.tenant)}/v1${path}`, {
      method,
      headers: {
        'content-type': 'application/json',
        'tenant-key': scope.tenant,
        authorization: `Bearer ${accessToken}`,
      },
      ...(body && { body: JSON.stringify(body) }),
    });
    if (answer.status >= 300) throw new Error(`${method} ${path}: ${answer.status} ${answer.body}`);
    return answer.body === '' ? undefined : JSON.parse(answer.body);
  }

  async function createPolicy(
    effects: readonly PolicyPart[],
    conditions: readonly PolicyPart[],
  ): Promise<string> {
    const { id } = (await rest('POST', '/policies', {
      name: `Suite ${randomUUID().slice(0, 8)}`,
      meta: { icon: { base: '', color: '#b3261e', icon: 'mdi-lock' } },
      definition: { effects, conditions },
      global: true,
      ownerId: tutorId,
    })) as { id: string };
    return id;
  }
  const setPolicies = (ids: readonly string[]) =>
    rest('PUT', `/groups/${groupId}/policies`, { policies: ids.map((policyId) => ({ policyId })) });

  let peer: Promise<TutorPeer> | undefined;

  const records = <Kind extends RecordKind>(kind: Kind): readonly RecordOf<Kind>[] =>
    ears.all(kind).filter((record) => record.clientId === clientId);

  return {
    scope,
    client,
    tutorId,
    groupId,
    self,
    hostname,
    /** The connection of the agent to the broker. */
    network: place.network,
    demand,
    endDemands,
    act,
    replies,
    reply,
    rest,
    records,
    /** The tutor's side of peer connections, opened at the first use. */
    peer(): Promise<TutorPeer> {
      // Few rows need WebRTC, which takes long to load.
      peer ??= import('./tutor-peer.ts').then(({ openTutorPeer }) =>
        openTutorPeer(place, scope.tenant, accessToken),
      );
      return peer;
    },
    /** Sends an action and resolves with its first reply. */
    async ask(action: ActionName, parameters: object = {}, options: ActOptions = {}): Promise<Reply> {
      return reply(await act(action, parameters, options));
    },
    /** Resolves with the newest record of this kind once it passes. A demand for it must be active. */
    async record<Kind extends RecordKind>(
      kind: Kind,
      passes: (record: RecordOf<Kind>) => boolean = () => true,
    ): Promise<RecordOf<Kind>> {
      const newest = () => records(kind).at(-1);
      const found = await eventually(
        `${kind} of ${hostname}`,
        newest,
        (each) => each !== undefined && passes(each),
      );
      return found as RecordOf<Kind>;
    },
    /** Drops all that was received so far. */
    forget: ears.forget,
    faults: ears.faults,
    pictures: (): readonly HeardPicture[] => ears.pictures(clientId),
    /** Replaces the policies of the agent by one with these parts. Returns its id. */
    async applyPolicy(
      effects: readonly PolicyPart[],
      conditions: readonly PolicyPart[] = [],
    ): Promise<string> {
      const id = await createPolicy(effects, conditions);
      await setPolicies([id]);
      return id;
    },
    /** Replaces the policies of the agent by one for each of these effects. Returns their ids. */
    async applyPolicies(effects: readonly PolicyPart[]): Promise<readonly string[]> {
      const ids: string[] = [];
      for (const effect of effects) ids.push(await createPolicy([effect], []));
      await setPolicies(ids);
      return ids;
    },
    endPolicies: () => setPolicies([]),
    /** The reports of the agent's policies that the platform has stored, newest first. */
    alerts: async (policyId: string): Promise<readonly Alert[]> =>
      ((await rest('GET', `/userlogs?clientId=${clientId}&limit=100`)) as Alert[]).filter(
        (alert) => alert.policyId === policyId,
      ),
    async close(): Promise<void> {
      (await peer)?.close();
      await client.endAsync();
    },
  };
}

/** Parses and stores the messages of all devices, in the order of their arrival. */
function listen(client: MqttClient) {
  const records = new Map<string, unknown[]>();
  const replies: { clientId: string; reply: Reply }[] = [];
  const pictures: { clientId: string; picture: HeardPicture }[] = [];
  const faults: string[] = [];
  let onHello = () => {};

  function receive(topic: string, payload: Buffer, properties: Properties): void {
    const { clientId, kind = '' } = feedbackAddress(topic) ?? {};
    if (clientId === undefined || payload.length === 0) return;
    if (kind === 'thumbnail') {
      const picture: HeardPicture = {
        ...v.parse(thumbnailPropertiesSchema, properties?.userProperties),
        bytes: payload,
        contentType: properties?.contentType,
        actionId: properties?.correlationData?.toString(),
      };
      pictures.push({ clientId, picture });
    } else if (kind === 'reply') {
      replies.push({ clientId, reply: v.parse(replySchema, JSON.parse(String(payload))) });
    } else if (isRecordKind(kind)) {
      const record = v.parse(RECORDS[kind], JSON.parse(String(payload)));
      if (record.clientId !== clientId) throw new Error(`a record of ${record.clientId}`);
      records.set(kind, [...(records.get(kind) ?? []), record]);
      if (kind === 'hello') onHello();
    }
  }

  client.on('message', (topic, payload, { properties }) => {
    try {
      receive(topic, payload, properties);
    } catch (error) {
      faults.push(`${topic}: ${error}`);
    }
  });

  return {
    /** Messages that are not of the protocol. */
    faults: (): readonly string[] => faults,
    forget() {
      records.clear();
      replies.length = 0;
      pictures.length = 0;
    },
    onHello(call: () => void) {
      onHello = call;
    },
    all: <Kind extends RecordKind>(kind: Kind) => (records.get(kind) ?? []) as readonly RecordOf<Kind>[],
    replies: (clientId: string): readonly Reply[] =>
      replies.flatMap((each) => (each.clientId === clientId ? [each.reply] : [])),
    pictures: (clientId: string): readonly HeardPicture[] =>
      pictures.flatMap((each) => (each.clientId === clientId ? [each.picture] : [])),
  };
}

const isRecordKind = (kind: string): kind is RecordKind => Object.hasOwn(RECORDS, kind);

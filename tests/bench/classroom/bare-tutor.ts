/** A tutor without a console: bare mqtt.js over a session of the platform. */
import mqtt, { type MqttClient } from 'mqtt';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { Demand } from '#protocol/demand.ts';
import { groupFeedback, type Scope, targetTopic } from '#protocol/topics.ts';
import { consoleSession } from '../../support/tutors/platform-session.ts';
import type { BenchContext } from '../meters/measurement.ts';
import type { BenchPlatform } from './bench-classroom.ts';

/** What a bare client needs to connect, here or in a page. */
export type BareSession = {
  url: string;
  clientId: string;
  token: string;
  scope: Scope;
  tutorId: string;
};

/** `instance`: tells connections of one tutor apart. */
export async function bareSession(
  { port }: Pick<BenchPlatform, 'port'>,
  email: string,
  instance: string,
): Promise<BareSession> {
  const { accessToken } = await consoleSession(
    { origin: (label) => `http://${label}.localhost:${port}` },
    email,
  );
  const claims = readClaims(accessToken);
  if (!claims?.site) throw new Error(`no console session for ${email}`);
  return {
    url: `ws://127.0.0.1:${port}/mqtt`,
    clientId: mqttClientId(claims, instance),
    token: accessToken,
    scope: { tenant: claims.tenant, site: claims.site },
    tutorId: claims.sub,
  };
}

export const connectBare = ({ url, clientId, token }: BareSession): Promise<MqttClient> =>
  mqtt.connectAsync(url, { protocolVersion: 5, clientId, username: token, password: token });

/**
 * Asks every device of a group for pictures at a rate and size of the bench's own: the console itself asks for one in
 * five seconds. A device answers the highest that anybody asks, on the topic that all consoles of the group hear. Returns
 * the stop.
 */
export async function demandThumbnails(
  context: Pick<BenchContext, 'atEnd'>,
  classroom: Pick<BenchPlatform, 'port'>,
  asked: {
    email: string;
    groupId: string;
    intervalMs: number;
    quality: number;
    width: number;
    height: number;
  },
): Promise<() => Promise<void>> {
  const { groupId, intervalMs, quality, width, height } = asked;
  const session = await bareSession(classroom, asked.email, 'bench-demand');
  const client = await connectBare(session);
  context.atEnd(() => client.endAsync());
  const demand: Demand = {
    'demand-type': 'thumbnails',
    'demand-parameters': { quality, width, height },
    frequency: intervalMs,
    TTL: 3_600_000,
    source: 'bench',
  };
  const topic = targetTopic(session.scope, session.tutorId, { to: 'group', groupId }, 'demands');
  const say = (said: Demand) =>
    client.publishAsync(topic, JSON.stringify(said), {
      qos: 1,
      properties: { responseTopic: groupFeedback(session.scope, groupId) },
    });
  await say(demand);
  return async () => void (await say({ ...demand, TTL: 0 }));
}

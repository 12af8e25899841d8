/** A device that enrols and connects like any other, but says exactly what a test puts into its mouth. */
import { join } from 'node:path';
import mqtt, { type MqttClient } from 'mqtt';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import type { DeviceTokens } from '#protocol/auth/auth-service.ts';
import { deviceEvents, deviceFilters, groupFeedback, lastWill } from '#protocol/topics.ts';
import { type ClassFile, readClassFile } from '../../../agent/simulated/class-file.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';
import { ask } from '../tutors/platform-session.ts';

export type HandMadeDevice = {
  clientId: string;
  userName: string;
  /** One JSON record, with the fields that every record carries, to the group's feedback. */
  say(groupId: string, kind: string, record: object): Promise<void>;
  /** Something that a policy reports, now. */
  tell(event: object): Promise<void>;
  /** One picture, whatever its bytes are. */
  show(groupId: string, bytes: Buffer): Promise<void>;
  /** Tells whoever wants to control it that its screen is there; resolves when it listens. Answers what was asked. */
  lendScreen(access: { url: string; password: string }): Promise<readonly string[]>;
  /** Leaves as agents do: consoles remove it at once. */
  leave(): Promise<void>;
  /** Its machine loses its power: no goodbye, and it has left no last will. */
  die(): void;
  stop(): Promise<void>;
};

/** What a hand-made device needs to know of the platform. */
export type DevicePlace = Pick<RunningClassroom, 'dataDir' | 'consoleUrl'> & { platform: { port: number } };

/** `seat`: which of the class; it must not be simulated at the same time. */
export async function connectHandMade(classroom: DevicePlace, seat: number): Promise<HandMadeDevice> {
  const file: ClassFile = await readClassFile(join(classroom.dataDir, 'demo-class.json'));
  const about = file.devices[seat];
  if (!about) throw new Error(`there is no seat ${seat}`);
  const answer = await ask(`${classroom.consoleUrl}/auth/devices/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-key': file.tenant },
    body: JSON.stringify({
      secret: file.secret,
      type: about.type,
      hostname: about.hostname,
      serialNumber: about.serialNumber,
      version: about.version,
      user: about.user,
    }),
  });
  const tokens = JSON.parse(answer.body) as DeviceTokens;
  const claims = readClaims(tokens.accessToken);
  if (!claims) throw new Error(`no token for seat ${seat}: ${answer.body}`);
  const client: MqttClient = await mqtt.connectAsync(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'hand-made'),
    username: tokens.accessToken,
    password: tokens.accessToken,
    reconnectPeriod: 0,
  });
  const { clientId, userId, authType, siteId } = tokens;
  const topic = (groupId: string, kind: string) =>
    `${groupFeedback({ tenant: file.tenant, site: siteId }, groupId)}/${clientId}/${kind}`;
  return {
    clientId,
    userName: about.user.name,
    async say(groupId, kind, record) {
      const whole = { clientId, userId, authType, lastUpdated: Date.now(), ...record };
      await client.publishAsync(topic(groupId, kind), JSON.stringify(whole), { qos: 1 });
    },
    async tell(event) {
      const whole = { timeTriggered: Date.now(), ...event };
      const place = { tenant: file.tenant, site: siteId };
      await client.publishAsync(deviceEvents(place, clientId), JSON.stringify(whole), { qos: 1 });
    },
    async show(groupId, bytes) {
      await client.publishAsync(topic(groupId, 'thumbnail'), bytes, {
        qos: 1,
        properties: {
          contentType: 'image/jpeg',
          userProperties: {
            userId,
            authType,
            display: 'd1',
            primary: '1',
            quality: '22',
            width: '320',
            height: '180',
            at: String(Date.now()),
          },
        },
      });
    },
    async lendScreen(access) {
      const asked: string[] = [];
      client.on('message', (_topic, payload, { properties }) => {
        const { id, action } = JSON.parse(String(payload)) as { id: string; action: string };
        asked.push(action);
        if (action !== 'remoteControl' || !properties?.responseTopic) return;
        const { correlationData } = properties;
        client.publish(
          `${properties.responseTopic}/${clientId}/reply`,
          JSON.stringify({ id, action, ok: true, ...access }),
          {
            qos: 1,
            properties: { contentType: 'application/json', ...(correlationData && { correlationData }) },
          },
        );
      });
      const place = { tenant: file.tenant, site: siteId };
      await client.subscribeAsync(deviceFilters.client(place, { authType, userId, clientId }, 'actions'), {
        qos: 1,
      });
      return asked;
    },
    async leave() {
      const topicOfWill = lastWill({ tenant: file.tenant, site: siteId }, { authType, userId, clientId });
      await client.publishAsync(topicOfWill, JSON.stringify({ since: Date.now() }), { qos: 1 });
      await client.endAsync();
    },
    die: () => void client.stream.destroy(),
    stop: () => client.endAsync(),
  };
}

/** A seat of the class that no simulated student sits at: enrolled as any device, then bare mqtt.js. */
import mqtt, { type MqttClient } from 'mqtt';
import * as v from 'valibot';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { type DeviceTokens, deviceTokensSchema } from '#protocol/auth/auth-service.ts';
import type { Scope } from '#protocol/topics.ts';
import type { ClassFile } from '../../../agent/simulated/class-file.ts';
import { ask } from '../../support/tutors/platform-session.ts';

export type BareDevice = { client: MqttClient; tokens: DeviceTokens; scope: Scope };

export async function connectDevice(
  port: number,
  file: Pick<ClassFile, 'tenant' | 'secret'>,
  seat: ClassFile['devices'][number] | undefined,
): Promise<BareDevice> {
  if (!seat) throw new Error('there is no such seat');
  const { type, hostname, serialNumber, version, user } = seat;
  const answer = await ask(`http://demo.localhost:${port}/auth/devices/login`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'tenant-key': file.tenant },
    body: JSON.stringify({ secret: file.secret, type, hostname, serialNumber, version, user }),
  });
  const tokens = v.parse(deviceTokensSchema, JSON.parse(answer.body));
  const claims = readClaims(tokens.accessToken);
  if (!claims) throw new Error(`no token for ${hostname}`);
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'bench'),
    username: tokens.accessToken,
    password: tokens.accessToken,
    reconnectPeriod: 0,
  });
  return { client, tokens, scope: { tenant: file.tenant, site: tokens.siteId } };
}

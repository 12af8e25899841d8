/** A tutor at another console, without a browser: tells devices something, as wire messages do. */
import { randomUUID } from 'node:crypto';
import mqtt from 'mqtt';
import type { ActionInput, ActionName } from '#protocol/action-parameters.ts';
import { mqttClientId, readClaims } from '#protocol/auth/access-token.ts';
import { backchannel, type Target, targetTopic } from '#protocol/topics.ts';
import type { SimulatedDevice } from '../../../agent/simulated/simulated-device.ts';
import type { RunningClassroom } from '../classroom/running-classroom.ts';
import { consoleSession } from './platform-session.ts';

export type OtherTutor = {
  /** Resolves when the broker has it. */
  tell<Name extends ActionName>(
    device: SimulatedDevice,
    action: Name,
    parameters: ActionInput<Name>,
  ): Promise<void>;
  /** An action that this version does not know, as a newer console might send it. */
  tellUnknown(groupId: string, action: string): Promise<void>;
  /** What the tutor shares ends with it. */
  leave(): Promise<void>;
};

export async function connectOtherTutor(classroom: RunningClassroom, email: string): Promise<OtherTutor> {
  const { accessToken: token } = await consoleSession(classroom.platform, email);
  const claims = readClaims(token);
  if (!claims?.site) throw new Error(`no console session for ${email}`);
  const { sub: tutorId } = claims;
  const scope = { tenant: claims.tenant, site: claims.site };
  const client = await mqtt.connectAsync(`ws://127.0.0.1:${classroom.platform.port}/mqtt`, {
    protocolVersion: 5,
    clientId: mqttClientId(claims, 'other-tutor'),
    username: token,
    password: token,
    reconnectPeriod: 0,
  });
  async function send(target: Target, action: { action: string; parameters: object }): Promise<void> {
    const message = { id: randomUUID(), ...action, timeSent: Date.now() };
    await client.publishAsync(targetTopic(scope, tutorId, target, 'actions'), JSON.stringify(message), {
      qos: 1,
      properties: { responseTopic: backchannel(scope, tutorId) },
    });
  }
  return {
    async tell(device, action, parameters) {
      const identity = device.identity();
      if (!identity) throw new Error(`${device.hostname} is not there`);
      const { authType, userId, clientId } = identity;
      await send({ to: 'client', authType, userId, clientId }, { action, parameters });
    },
    tellUnknown: (groupId, action) => send({ to: 'group', groupId }, { action, parameters: {} }),
    leave: () => client.endAsync(),
  };
}

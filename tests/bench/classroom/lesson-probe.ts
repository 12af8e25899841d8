/** A lesson in small: one tutor and one device, bare mqtt.js, and how long a message takes from one to the other. */
import type { MqttClient } from 'mqtt';
import * as v from 'valibot';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import { newRoomAnswerSchema } from '#protocol/rest/live-room.ts';
import { backchannel, deviceFilters, roomFilter, roomTopic, targetTopic } from '#protocol/topics.ts';
import { readClassFile } from '../../../agent/simulated/class-file.ts';
import type { RunningClassroom } from '../../support/classroom/running-classroom.ts';
import { ask } from '../../support/tutors/platform-session.ts';
import type { BenchContext } from '../meters/measurement.ts';
import { connectDevice } from './bare-device.ts';
import { bareSession, connectBare } from './bare-tutor.ts';

const PATIENCE_MS = 30_000;

export type LessonProbe = {
  /** Each resolves with milliseconds. */
  roomMessage(): Promise<number>;
  action(): Promise<number>;
};

export async function openLesson(
  context: Pick<BenchContext, 'atEnd'>,
  { platform, consoleUrl, dataDir }: RunningClassroom,
): Promise<LessonProbe> {
  const session = await bareSession(platform, 'maintainer@demo.example', 'bench-lesson');
  const tutor = await connectBare(session);
  const file = await readClassFile(`${dataDir}/demo-class.json`);
  const { client: device, tokens, scope } = await connectDevice(platform.port, file, file.devices[0]);
  context.atEnd(async () => {
    await Promise.all([tutor.endAsync(true), device.endAsync(true)]);
  });
  const answer = await ask(`${consoleUrl}/v1/live-rooms`, {
    method: 'POST',
    headers: {
      authorization: `Bearer ${session.token}`,
      'tenant-key': scope.tenant,
      'content-type': 'application/json',
    },
    body: JSON.stringify({
      type: 'text-chat',
      name: 'Lesson',
      members: { users: [tokens.userId], groups: [], tutors: [session.tutorId] },
    }),
  });
  const { id: roomId } = v.parse(newRoomAnswerSchema, JSON.parse(answer.body));
  const { authType, userId, clientId } = tokens;
  const self = { authType, userId, clientId };
  await device.subscribeAsync([roomFilter(scope, roomId), deviceFilters.client(scope, self, 'actions')], {
    qos: 1,
  });

  let count = 0;
  /** From the tutor's message until the device has one with its id. */
  async function timed(topic: string, bodyOf: (id: string) => object, properties = {}): Promise<number> {
    count += 1;
    const id = `lesson-${count}`;
    const from = performance.now();
    const arrived = arrivalOf(device, id);
    tutor.publish(topic, JSON.stringify(bodyOf(id)), { qos: 1, properties });
    await arrived;
    return performance.now() - from;
  }
  return {
    roomMessage: () =>
      timed(roomTopic(scope, roomId, 'send-message'), (id) => ({ id, message: 'Open your books' })),
    action: () =>
      timed(
        targetTopic(scope, session.tutorId, { to: 'client', ...self }, 'actions'),
        (id) => ({ id, action: 'ping', parameters: {}, timeSent: Date.now() }),
        {
          responseTopic: backchannel(scope, session.tutorId),
          messageExpiryInterval: actionTtlSeconds('ping'),
        },
      ),
  };
}

function arrivalOf(client: MqttClient, id: string): Promise<void> {
  return new Promise((resolve, reject) => {
    const timer = setTimeout(() => reject(new Error(`${id} has not arrived`)), PATIENCE_MS);
    const look = (_topic: string, payload: Buffer) => {
      if (!payload.toString().includes(`"${id}"`)) return;
      clearTimeout(timer);
      client.off('message', look);
      resolve();
    };
    client.on('message', look);
  });
}

/** What a client may publish: topic, size, retained or not, and the rights of its token. */
import type { Log } from '../../http/log.ts';
import type { Connection } from '../door/connection.ts';
import type { BrokerMessage } from '../door/door-gate.ts';
import { refuseRoomStatus } from '../rooms/room-status.ts';
import { payloadLimit } from './payload-limit.ts';
import { isTopicName } from './topic-name.ts';

/** Why no message of this form may be published by anybody; undefined where it may. */
export function refusedForm({
  topic,
  retain,
}: Pick<BrokerMessage, 'topic' | 'retain'>): 'topic-name' | 'retain' | undefined {
  if (!isTopicName(topic)) return 'topic-name';
  // A kept action would be done again by every device that comes.
  return retain && topic.split('/')[2] !== 'presence' ? 'retain' : undefined;
}

/** Why the message may not be published; undefined where it may. A promise where the tables have to be asked. */
export function reasonAgainst(
  message: BrokerMessage,
  connection: Connection,
  log: Log,
): Promise<string | undefined> | string | undefined {
  const form = refusedForm(message);
  if (form !== undefined) return form;
  if (message.payload.length > payloadLimit(message.topic)) return 'too-large';
  const verdict = connection.access.mayPublish(message.topic);
  const decide = (allowed: boolean) => (allowed ? refuseRoomStatus(message, connection) : 'not-authorized');
  if (!(verdict instanceof Promise)) return decide(verdict);
  return verdict.then(decide, (error: unknown) => {
    log.error('broker could not ask for a permission', { error });
    return 'unavailable';
  });
}

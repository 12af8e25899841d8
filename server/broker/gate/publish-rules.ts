/** Checks a publish: topic, size, retain flag, and the rights of the token. */
import type { Log } from '#base/log.ts';
import type { Connection } from '../door/connection.ts';
import type { BrokerMessage } from '../door/door-gate.ts';
import { refuseRoomStatus } from '../rooms/room-status.ts';
import { payloadLimit } from './payload-limit.ts';
import { isTopicName } from './topic-name.ts';

/** The reason why such a message is refused from every client; undefined: its form is valid. */
export function refusedForm({
  topic,
  retain,
}: Pick<BrokerMessage, 'topic' | 'retain'>): 'topic-name' | 'retain' | undefined {
  if (!isTopicName(topic)) return 'topic-name';
  // A retained action would be repeated by every device that connects.
  return retain && topic.split('/')[2] !== 'presence' ? 'retain' : undefined;
}

/** The reason of a refusal; undefined: the message may be published. A promise if the directory is read. */
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

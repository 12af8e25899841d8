/** Assigns the messages that the platform receives from an external broker to their senders. */
import { countReason } from '#base/count-reason.ts';
import type { BrokerCounters } from '../broker-counters.ts';
import type { Connection } from '../door/connection.ts';
import type { BrokerMessage } from '../door/door-gate.ts';
import type { ExpectedClients } from './expected-clients.ts';
import { senderOf } from './sender-of.ts';

const OF_TUTOR = '+/+/tutors/+/v1';
/** Excludes chat rooms, whose messages do not name the sender, and feedback, which is for consoles. */
export const READ_FILTERS = [
  '+/+/presence/#',
  '+/+/lastwill/#',
  '+/+/events/+',
  `${OF_TUTOR}/groups/+/actions`,
  `${OF_TUTOR}/groups/+/demands`,
  `${OF_TUTOR}/users/+/actions`,
  `${OF_TUTOR}/sessions/+/actions`,
  `${OF_TUTOR}/users/+/clients/+/actions`,
  `${OF_TUTOR}/sessions/+/clients/+/actions`,
  `${OF_TUTOR}/siterunners/+`,
  `${OF_TUTOR}/requeststopscreenshares`,
  `${OF_TUTOR}/backchannel/+/reply`,
];

export type ExternalInboxDeps = {
  clients: Pick<ExpectedClients, 'of'>;
  counters: BrokerCounters;
  read(message: BrokerMessage, from: Connection): void;
  /** Clears the retained message of a topic. */
  clear(topic: string): void;
};

export function createExternalInbox({ clients, counters, read, clear }: ExternalInboxDeps) {
  return (message: BrokerMessage): void => {
    const { topic, retain, payload } = message;
    if (retain && topic.split('/', 3)[2] !== 'presence') {
      // A retained action would be repeated by every device that connects. The embedded broker refuses it.
      countReason(counters.refused.publishes, 'retain');
      if (payload.length > 0) clear(topic);
      return;
    }
    const sender = senderOf(topic);
    const from = sender && clients.of(sender);
    if (!from) return;
    counters.messagesIn += 1;
    read(message, from);
  };
}

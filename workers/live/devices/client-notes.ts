/** Data about clients that their reports do not contain: this tutor's poll. Outlives the record. */

import type { ClientPoll, LiveClient } from '#protocol/threads/live-worker.ts';

export type ClientNotes = ReturnType<typeof createClientNotes>;

export function createClientNotes() {
  const polls = new Map<string, ClientPoll>();

  return {
    setPoll(clientId: string, poll: ClientPoll | undefined) {
      if (poll) polls.set(clientId, poll);
      else polls.delete(clientId);
    },
    of: (clientId: string): Pick<Partial<LiveClient>, 'poll'> => ({ poll: polls.get(clientId) }),
    clear: () => polls.clear(),
  };
}

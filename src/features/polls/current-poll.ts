/** The last question of each group in this tab, with the live connection and the tab's storage. */

import { deviceCommands, liveConnection, onDemand } from '#live/live-connection.ts';
import { session } from '#session/session-state.ts';
import { activities } from '#shell/activity/activity.ts';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { createCurrentPolls } from './current-polls.ts';
import { m } from './messages.ts';
import { readStoredPolls, storePolls } from './stored-polls.ts';

const storage = () => sessionStorage;

function owner(): string {
  const { state } = session;
  return state.name === 'signed-in' ? `${state.key} ${state.auth.userId}` : '';
}

export const currentPolls = createCurrentPolls({
  send: ({ question: { type, body, answers }, audience, recipients, groupId }) =>
    onDemand.sendPoll({
      question: { question: body, answers, multiselect: type === 'multipleChoice' },
      totalRespondents: recipients.length,
      audience,
      groupId,
    }),
  resume: liveConnection.resume,
  finish({ id, audience, respondents }, groupId) {
    activities.report({
      title: m.finish,
      run: deviceCommands.finishPoll(audience, id, groupId),
      names: new Map(respondents.map(({ clientId, name }) => [clientId, name])),
    });
  },
  close: (pollId, groupId) => void deviceCommands.closePoll(groupId, pollId),
  read: () => readStoredPolls(storage, owner()),
  keep(polls) {
    // The session has just ended, so nothing is stored.
    if (owner() !== '') storePolls(storage, owner(), polls);
  },
  nowMs: () => Date.now(),
  unknownName: m.unknownDevice,
});
addEventListener('pagehide', currentPolls.storeNow);

/** The key of a place's question: one at a time for each group, and for each device viewed by itself. */
export function pollKey(place: ActionPlace): string {
  if (place.kind === 'group') return place.groupId;
  return place.kind === 'device' ? `device ${place.clientId}` : place.kind;
}

/** Why no other question can be asked now. For `useObservable`. */
export const pollObstacle = {
  subscribe: currentPolls.subscribe,
  get(place: ActionPlace): string | undefined {
    const poll = currentPolls.get(pollKey(place));
    if (poll === undefined) return undefined;
    const isRunning = poll.by !== undefined && poll.finishedAt === undefined;
    return isRunning ? `${m.asks({ by: poll.by ?? '' })}. ${m.lastQuestion}` : m.lastQuestion;
  },
};

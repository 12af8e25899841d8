/** A real run without a worker: the test sets its answers. */

import { createActionRun, type RunningAction } from '#live/action-run.ts';
import type { Answer, Delivery } from '#protocol/threads/live-action.ts';

let lastId = 0;

function answerOf(clientId: string, state: Answer['state'] | `code:${string}`): Answer {
  if (!isCode(state)) return { clientId, state };
  const reply = { id: 'run', action: 'lock', ok: false, code: state.slice('code:'.length) };
  return { clientId, state: 'failed', reply };
}
const isCode = (state: string): state is `code:${string}` => state.startsWith('code:');

export function createFakeRun(onForget: (run: RunningAction) => void = () => {}) {
  lastId += 1;
  const request = {
    id: `run${lastId}`,
    action: 'lock' as const,
    parameters: {},
    audience: { groupId: 'g1' },
    askedAt: 0,
  };
  const expiresAt = Date.now() + 60_000;
  const run = createActionRun(request, { expiresAt, onForget });
  return {
    run,
    /** The state of each client; `code:…` is the code of a failed reply. */
    become(
      delivery: Delivery['name'],
      answers: Record<string, Answer['state'] | `code:${string}`> = {},
      ended = false,
    ) {
      run.apply({
        delivery: { name: delivery, expiresAt },
        answers: Object.entries(answers).map(([clientId, state]) => answerOf(clientId, state)),
        ended,
      });
    },
  };
}

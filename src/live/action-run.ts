/** One action that this tab asked for, and what has become of it so far. */
import type { ActionName } from '#protocol/action-parameters.ts';
import { createListeners } from '#protocol/observable.ts';
import type {
  ActionRequest,
  ActionUpdate,
  Answer,
  Audience,
  Delivery,
} from '#protocol/threads/live-action.ts';

export type ActionRunState = {
  readonly delivery: Delivery;
  /** By clientId: clients that the worker expects an answer from, and others that gave one. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** Nobody is waited for any more. Actions with repeating replies may still change. */
  readonly ended: boolean;
};

export type ActionRun = {
  readonly id: string;
  readonly action: ActionName;
  readonly audience: Audience;
  /** The request that the worker got: with this the action can be carried on after a reload of the page. */
  readonly request: ActionRequest;
  /** The same object as long as nothing has changed. */
  get(): ActionRunState;
  subscribe(call: () => void): () => void;
  /** The state from the end on; never rejects, and always comes. A poll ends when it is finished or forgotten. */
  readonly done: Promise<ActionRunState>;
  /** The pictures have been used: the run is kept without them. */
  dropPictures(): void;
  /** Nobody waits for the action any more: what was not sent is not sent. */
  forget(): void;
};

/** The side of a run that the worker's updates come in by. */
export type RunningAction = ActionRun & {
  apply(update: Omit<ActionUpdate, 'id'>): void;
  /** Ends the run where it is: what waits for the broker has expired, a client that has not answered is silent. */
  giveUp(): void;
};

const isAnswered = ({ state }: Answer) => state === 'confirmed' || state === 'failed';

/**
 * A worker that took over from one that died knows less than this tab: what a device has said stays said, and
 * pictures come once.
 */
function mergedAnswer(before: Answer | undefined, next: Answer): Answer {
  if (!before) return next;
  if (isAnswered(before) && !isAnswered(next)) return before;
  const pictures = next.pictures ?? before.pictures;
  return pictures === undefined ? next : { ...next, pictures };
}

export function createActionRun(
  request: ActionRequest,
  deps: {
    expiresAt: number;
    /** It is carried on, and had left before. */
    wasSent?: boolean;
    onForget(run: RunningAction): void;
  },
): RunningAction {
  const { id, action, audience } = request;
  const listeners = createListeners();
  let state: ActionRunState = {
    delivery: { name: deps.wasSent ? 'sent' : 'queued', expiresAt: deps.expiresAt },
    answers: new Map(),
    ended: false,
  };
  let finish: () => void = () => {};
  // Without the state: a promise would hold its pictures for as long as anybody holds the promise.
  const end = new Promise<void>((resolve) => {
    finish = resolve;
  });

  function change(next: ActionRunState) {
    state = next;
    if (state.ended) finish();
    listeners.tell();
  }

  const run: RunningAction = {
    id,
    action,
    audience,
    request,
    get done() {
      return end.then(() => state);
    },
    get: () => state,
    subscribe: listeners.subscribe,
    apply({ delivery, answers: changed, ended }) {
      const answers = new Map(state.answers);
      for (const answer of changed) {
        answers.set(answer.clientId, mergedAnswer(answers.get(answer.clientId), answer));
      }
      // A new worker finds an old request expired; what has been sent is sent.
      const isSent = state.delivery.name === 'sent' && delivery.name === 'expired';
      change({ delivery: isSent ? state.delivery : delivery, answers, ended: ended || state.ended });
    },
    giveUp() {
      if (state.ended) return;
      const answers = new Map(state.answers);
      for (const [clientId, answer] of answers) {
        if (answer.state === 'waiting') answers.set(clientId, { ...answer, state: 'silent' });
      }
      const { delivery } = state;
      const hasWaited = delivery.name === 'queued';
      change({ delivery: hasWaited ? { ...delivery, name: 'expired' } : delivery, answers, ended: true });
    },
    dropPictures() {
      const answers = new Map<string, Answer>();
      for (const [clientId, { pictures: _, ...rest }] of state.answers) answers.set(clientId, rest);
      state = { ...state, answers };
    },
    forget: () => deps.onForget(run),
  };
  return run;
}

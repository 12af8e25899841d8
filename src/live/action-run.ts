/** One action that this tab requested, and its progress. */
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
  /** By clientId: clients whose answer the worker expects, and other clients that answered. */
  readonly answers: ReadonlyMap<string, Answer>;
  /** No more answers are awaited. Actions with repeating replies may still change. */
  readonly ended: boolean;
};

export type ActionRun = {
  readonly id: string;
  readonly action: ActionName;
  readonly audience: Audience;
  /** The request as sent to the worker; with it the action is resumed after a page reload. */
  readonly request: ActionRequest;
  /** The state of the run, as the same object until it changes. */
  get(): ActionRunState;
  subscribe(call: () => void): () => void;
  /**
   * Resolves with the state when the run ends; never rejects. A poll ends when it is finished or forgotten.
   */
  readonly done: Promise<ActionRunState>;
  /** Releases the pictures after use; the run stays without them. */
  dropPictures(): void;
  /** Abandons the action: anything not sent yet is not sent. */
  forget(): void;
};

/** The side of a run that receives the worker's updates. */
export type RunningAction = ActionRun & {
  apply(update: Omit<ActionUpdate, 'id'>): void;
  /** Ends the run early: a queued request has expired, and clients without an answer are silent. */
  giveUp(): void;
};

const isAnswered = ({ state }: Answer) => state === 'confirmed' || state === 'failed';

/**
 * A worker that replaced a dead one knows less than this tab. Earlier answers therefore stay, and so do
 * pictures, because they are sent only once.
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
    /** The run is resumed, and its request was sent before. */
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
  // Resolves without the state, because the promise would keep the pictures in memory.
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
      // A new worker reports an old request as expired; a request that was sent stays sent.
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

/** The actions that this tab asked for: hands them to the worker, again to a new one, and forgets them in time. */
import type { ActionInput, ActionName } from '#protocol/action-parameters.ts';
import { actionTtlSeconds, COLLECTION_MS, REPEATING_REPLIES } from '#protocol/action-rules.ts';
import type { ActionRequest, ActionUpdate, Audience } from '#protocol/threads/live-action.ts';
import { type ActionRun, createActionRun, type RunningAction } from './action-run.ts';
import type { AskWorker } from './worker/worker-attachment.ts';

export type NewAction<Name extends ActionName> = {
  action: Name;
  parameters: ActionInput<Name>;
  audience: Audience;
};

export type Act = <Name extends ActionName>(action: NewAction<Name>) => ActionRun;

/**
 * Carries on with an action that this tab asked for before its page was loaded anew. Devices know it by its id and do
 * not act again; a worker that knows it tells all of its answers. `wasSent`: the broker had it.
 */
export type Resume = (request: ActionRequest, wasSent: boolean) => ActionRun;

export type ActionRunsDeps = {
  ask: AskWorker;
  newId(): string;
  nowMs(): number;
};

/** The worker ends every run; this much later the tab does, where there was no worker to do so. */
const GUARD_MS = 5_000;
/** Late answers still come in for so long. */
const KEPT_MS = 60_000;
const KEPT_REPEATING_MS = 600_000;
const MAX_ENDED = 100;

export function createActionRuns({ ask, newId, nowMs }: ActionRunsDeps) {
  const runs = new Map<string, RunningAction>();
  /** Each run's one timer: the guard until it has ended, then the forgetting. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const ended = new Set<string>();
  /** No worker will ever do anything: a page that was left behind by an update. */
  let isOver = false;

  function later(id: string, waitMs: number, call: () => void) {
    clearTimeout(timers.get(id));
    timers.set(id, setTimeout(call, waitMs));
  }

  function drop(id: string) {
    clearTimeout(timers.get(id));
    timers.delete(id);
    ended.delete(id);
    if (runs.delete(id)) void ask((worker, tabId) => worker.forgetAction(tabId, id));
  }

  function onEnded(run: RunningAction) {
    if (ended.has(run.id)) return;
    ended.add(run.id);
    later(run.id, REPEATING_REPLIES.has(run.action) ? KEPT_REPEATING_MS : KEPT_MS, () => drop(run.id));
    const [oldest] = ended;
    if (ended.size > MAX_ENDED && oldest !== undefined) drop(oldest);
  }

  function giveUp(run: RunningAction) {
    run.giveUp();
    onEnded(run);
  }

  function giveUpAll() {
    for (const run of [...runs.values()]) if (!run.get().ended) giveUp(run);
  }

  function guard(run: RunningAction) {
    const leftMs = run.get().delivery.expiresAt - nowMs();
    later(run.id, Math.max(leftMs, 0) + GUARD_MS, () => {
      if (run.get().delivery.name !== 'sent') giveUp(run);
      // A question stays open until it is finished.
      else if (run.action !== 'poll') later(run.id, COLLECTION_MS[run.action] ?? 0, () => giveUp(run));
    });
  }

  function tell({ request }: RunningAction) {
    const ageMs = Math.max(0, nowMs() - request.askedAt);
    void ask((worker, tabId) => worker.act(tabId, request, ageMs));
  }

  function begin(request: ActionRequest, wasSent: boolean): ActionRun {
    const run = createActionRun(request, {
      expiresAt: request.askedAt + actionTtlSeconds(request.action) * 1_000,
      wasSent,
      onForget(forgotten) {
        forgotten.giveUp();
        drop(forgotten.id);
      },
    });
    runs.set(run.id, run);
    if (isOver) giveUp(run);
    else {
      guard(run);
      tell(run);
    }
    return run;
  }

  return {
    /** Asks for an action. Its state follows at once; nothing is thrown, whatever happens. */
    act: (({ action, parameters, audience }) =>
      begin(
        { id: newId(), action, parameters: { ...parameters }, audience, askedAt: nowMs() },
        false,
      )) satisfies Act as Act,
    resume: ((request, wasSent) => runs.get(request.id) ?? begin(request, wasSent)) satisfies Resume,
    apply(updates: readonly ActionUpdate[]) {
      for (const update of updates) {
        const run = runs.get(update.id);
        if (!run) continue;
        run.apply(update);
        if (run.get().ended) onEnded(run);
      }
    },
    /** To a worker that knows nothing. The ids are the same, so that devices that acted already do not act again. */
    restate() {
      for (const run of runs.values()) if (!run.get().ended) tell(run);
    },
    /** Ends what is unfinished: it belongs to a session that is over. */
    giveUpAll,
    /** Nor can anything be done that is asked from now on. */
    end() {
      isOver = true;
      giveUpAll();
    },
    /** How many runs are remembered, and their timers: a leak test's measure. */
    size: () => ({ runs: runs.size, timers: timers.size }),
  };
}

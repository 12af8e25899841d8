/** The actions that this tab requested: passes them to each worker in turn, and removes old ones. */
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
 * Resumes an action requested before a page reload. Devices recognize its id and do not act again; a worker
 * that knows it reports all its answers. `wasSent`: the broker had received it.
 */
export type Resume = (request: ActionRequest, wasSent: boolean) => ActionRun;

export type ActionRunsDeps = {
  ask: AskWorker;
  newId(): string;
  nowMs(): number;
};

/** The worker ends every run; the tab ends it this much later if there was no worker to do so. */
const GRACE_MS = 5_000;
/** Ended runs stay this long, because late answers still arrive. */
const RETENTION_MS = 60_000;
const LONG_RETENTION_MS = 600_000;
const MAX_ENDED = 100;

export function createActionRuns({ ask, newId, nowMs }: ActionRunsDeps) {
  const runs = new Map<string, RunningAction>();
  /** One timer per run: the guard until the run ends, then its removal. */
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  const ended = new Set<string>();
  /** No worker will answer again, because an update made this page outdated. */
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
    later(run.id, REPEATING_REPLIES.has(run.action) ? LONG_RETENTION_MS : RETENTION_MS, () => drop(run.id));
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
    later(run.id, Math.max(leftMs, 0) + GRACE_MS, () => {
      if (run.get().delivery.name !== 'sent') giveUp(run);
      // A poll stays open until it is finished.
      else if (run.action !== 'poll') later(run.id, COLLECTION_MS[run.action] ?? 0, () => giveUp(run));
    });
  }

  function send({ request }: RunningAction) {
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
      send(run);
    }
    return run;
  }

  return {
    /** Requests an action. Its state is available immediately; never throws. */
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
    /** Repeats the requests to a new worker, with the same ids, so that devices do not act again. */
    restate() {
      for (const run of runs.values()) if (!run.get().ended) send(run);
    },
    /** Ends unfinished runs, because their session has ended. */
    giveUpAll,
    /** Actions requested from now on end immediately too. */
    end() {
      isOver = true;
      giveUpAll();
    },
    /** Number of runs and timers, for a leak test. */
    size: () => ({ runs: runs.size, timers: timers.size }),
  };
}

/** Requests the list of files in a folder from devices, and publishes the answers so far. */

import type { ActionRun } from '#live/action-run.ts';
import type { Act } from '#live/action-runs.ts';
import type { ExchangeTarget } from '#peer/files/file-record.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { createObservable } from '#protocol/observable.ts';
import type { Answer } from '#protocol/threads/live-action.ts';

/** `hasMore`: the device found more files than it can list. */
export type DeviceFiles = { target: ExchangeTarget; files: readonly RetrievedFile[]; hasMore: boolean };
export type Unlisted = { target: ExchangeTarget; why: 'no-answer' | 'failed' };

export type ListingState =
  | { name: 'idle' }
  | { name: 'loading'; answered: number; total: number }
  | { name: 'listed'; found: readonly DeviceFiles[]; missing: readonly Unlisted[] };

const isAnswered = ({ state }: Answer) => state !== 'waiting';

export type Listing = ReturnType<typeof createListing>;

export type ListingDeps = {
  act: Act;
  /** Calls back when the page is left. Returns the stop function. */
  onLeaving(call: () => void): () => void;
  onFailed(): void;
};

export function createListing({ act, onLeaving, onFailed }: ListingDeps) {
  const store = createObservable<ListingState>({ name: 'idle' });
  let run: ActionRun | undefined;
  let targets: readonly ExchangeTarget[] = [];
  let stopFollowing = () => {};
  let stopAwaitingEnd = () => {};

  /** Closes the request on the students' screens: files handed in from now on would not be received. */
  function withdraw({ id, get }: ActionRun): void {
    const { delivery, answers, ended } = get();
    if (ended || delivery.name !== 'sent') return;
    const clients = targets
      .map(({ recipient }) => recipient)
      .filter(({ clientId }) => (answers.get(clientId)?.state ?? 'waiting') === 'waiting');
    if (clients.length === 0) return;
    act({ action: 'retrieveFiles', parameters: { id, finish: true }, audience: { clients } });
  }

  function leave(): void {
    stopFollowing();
    stopAwaitingEnd();
    if (run) withdraw(run);
    run?.forget();
    run = undefined;
  }

  function answerOf({ recipient }: ExchangeTarget): Answer | undefined {
    return run?.get().answers.get(recipient.clientId);
  }

  function show(): void {
    const found: DeviceFiles[] = [];
    const missing: Unlisted[] = [];
    for (const target of targets) {
      const answer = answerOf(target);
      if (answer?.state === 'confirmed') {
        found.push({ target, files: answer.reply?.files ?? [], hasMore: answer.reply?.more === true });
      } else missing.push({ target, why: answer?.state === 'failed' ? 'failed' : 'no-answer' });
    }
    leave();
    if (found.length > 0) store.set({ name: 'listed', found, missing });
    else {
      store.set({ name: 'idle' });
      onFailed();
    }
  }

  function follow(): void {
    if (run === undefined) return;
    const answers = [...run.get().answers.values()].filter(isAnswered);
    if (run.get().ended || answers.length >= targets.length) show();
    else store.set({ name: 'loading', answered: answers.length, total: targets.length });
  }

  function reset(): void {
    leave();
    store.set({ name: 'idle' });
  }

  return {
    get: store.get,
    subscribe: store.subscribe,
    start(audience: readonly ExchangeTarget[], filePatterns: readonly string[], folderPath: string): void {
      leave();
      targets = audience;
      run = act({
        action: 'retrieveFiles',
        parameters: { filePatterns: [...filePatterns], folderPath },
        audience: { clients: audience.map(({ recipient }) => recipient) },
      });
      stopFollowing = run.subscribe(follow);
      stopAwaitingEnd = onLeaving(reset);
      follow();
    },
    /** Shows the list without the devices that have not answered yet. */
    show(): void {
      if (store.get().name === 'loading') show();
    },
    /** Returns to the search criteria. */
    reset,
  };
}

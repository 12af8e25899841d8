/** All actions requested by the tabs. Each is performed once, and its tabs are notified of its progress. */
import type { Reply } from '#protocol/action.ts';
import type { ActionParameters } from '#protocol/action-parameters.ts';
import { actionTtlSeconds } from '#protocol/action-rules.ts';
import type { Clock } from '#protocol/clock.ts';
import type { ActionPicture, ActionRequest, ActionUpdate } from '#protocol/threads/live-action.ts';
import type { DeviceAddress, LiveSession } from '#protocol/threads/live-worker.ts';
import { backchannel } from '#protocol/topics.ts';
import type { MessageQueue } from '../broker/message-queue.ts';
import type { Tab } from '../tabs/tabs.ts';
import { addressClient, checkAction } from './action-plan.ts';
import type { AnswerNotes } from './answer-notes.ts';
import type { KnownClients } from './known-clients.ts';
import { createOrderLedger } from './order-ledger.ts';
import { createWorkerActionRun, type WorkerActionRun } from './worker-action-run.ts';

export type ActionsDeps = {
  clock: Clock;
  queue: Pick<MessageQueue, 'add'>;
  session(): LiveSession | undefined;
  clients: KnownClients;
  tab(tabId: string): Pick<Tab, 'mailbox'> | undefined;
  notes: Pick<AnswerNotes, 'note' | 'closed'>;
  /** Patches are answered by every device of a group, and their answers are not needed. */
  isPatch(id: string): boolean;
  log(text: string): void;
};

/** The reason why an answer does not count. */
export type AnswerFault = 'unknown-action' | 'foreign-client';

export type Actions = ReturnType<typeof createActions>;

export function createActions(deps: ActionsDeps) {
  const { clock, clients, notes } = deps;
  const runs = new Map<string, { run: WorkerActionRun; followers: Set<string> }>();
  const ledger = createOrderLedger({ clock, targetsOf: clients.targetsOf });

  /** Does nothing if the tab has ended. */
  const notify = (tabId: string, update: ActionUpdate) => deps.tab(tabId)?.mailbox.action(update);

  function act(tabId: string, request: ActionRequest, ageMs: number) {
    if (!deps.tab(tabId)) return;
    const known = runs.get(request.id);
    if (known) {
      known.followers.add(tabId);
      notify(tabId, known.run.state());
      return;
    }
    const at = deps.session();
    if (!at) return;
    const checked = Number.isFinite(ageMs) && checkAction(request, { at, present: clients.present });
    if (!checked) {
      deps.log(`${request.action}: not sent, its parameters or audience are not valid`);
      const expiresAt = request.askedAt + actionTtlSeconds(request.action) * 1_000;
      const delivery = { name: 'invalid', expiresAt } as const;
      notify(tabId, { id: request.id, delivery, answers: [], ended: true });
      return;
    }
    for (const clientId of checked.plan.incomplete) {
      deps.log(`${request.action}: nothing is sent to client ${clientId}, which has no authType`);
    }
    const askedMs = Math.max(0, ageMs);
    const order = ledger.note(checked.request, checked.plan, clock.now() - askedMs);
    const followers = new Set([tabId]);
    const run = createWorkerActionRun(
      {
        clock,
        queue: deps.queue,
        responseTopic: backchannel(at, at.tutorId),
        addressOf: (client) => addressClient(at, client),
        device: clients.address,
        order,
        onChange(update) {
          for (const follower of followers) notify(follower, update);
          notes.note(checked.request, update);
        },
        onOver: () => void runs.delete(request.id),
      },
      { ...checked, ageMs: askedMs },
    );
    runs.set(request.id, { run, followers });
    if (request.action === 'poll') closeFinished(checked.request);
    // Before the new action is sent, so that no older message can follow it.
    if (order) for (const other of runs.values()) if (other.run !== run) other.run.withdrawSuperseded();
    run.start();
  }

  /** Finishing a poll ends the collection of its answers. */
  function closeFinished({ parameters }: ActionRequest) {
    const poll = parameters as ActionParameters<'poll'>;
    if (!('finish' in poll)) return;
    for (const { run } of runs.values()) {
      const { action, parameters: other } = run.request;
      if (action === 'poll' && other.id === poll.id && !('finish' in other)) close(run);
    }
  }

  function close(run: WorkerActionRun) {
    notes.closed(run.request);
    run.close();
  }

  /** The run that an answer belongs to. */
  function runFor(clientId: string, id: string): WorkerActionRun | AnswerFault {
    const known = runs.get(id);
    if (!known) return 'unknown-action';
    return known.run.accepts(clientId) ? known.run : 'foreign-client';
  }

  return {
    act,
    forget(tabId: string, id: string) {
      const known = runs.get(id);
      if (!known) return;
      known.followers.delete(tabId);
      if (![...known.followers].some((follower) => deps.tab(follower) !== undefined)) close(known.run);
    },
    onReply(clientId: string, reply: Reply): AnswerFault | undefined {
      if (deps.isPatch(reply.id)) return undefined;
      const run = runFor(clientId, reply.id);
      if (typeof run === 'string') return run;
      run.reply(clientId, reply);
      return undefined;
    },
    onPicture(clientId: string, id: string, picture: ActionPicture): AnswerFault | undefined {
      const run = runFor(clientId, id);
      if (typeof run === 'string') return run;
      run.picture(clientId, picture);
      return undefined;
    },
    /** A device has connected, or joined a group. */
    onArrival(device: DeviceAddress) {
      for (const { run } of runs.values()) run.arrived(device);
    },
    /** Called before the queue is notified. With a new broker session, answers sent meanwhile are lost. */
    reconnected(resumed: boolean) {
      if (!resumed) for (const { run } of runs.values()) run.resend();
    },
    /** Number of actions, for a leak test. */
    size: () => runs.size,
    clear() {
      for (const { run } of runs.values()) run.stop();
      runs.clear();
      ledger.clear();
    },
  };
}

/** Devices, worker and clock for tests of file exchange, all controlled by the test. */

import { createActionRun, type RunningAction } from '#live/action-run.ts';
import type { Act } from '#live/action-runs.ts';
import type { AwaitEvents, AwaitedCall, PeerVisitor, VisitEnd } from '#peer/peer-visitor.ts';
import { createFakeClock, settleTasks } from '#protocol/fakes/fake-clock.ts';
import type { Answer } from '#protocol/threads/live-action.ts';
import type { TransferEvents } from '#protocol/transfer/transfer-run.ts';
import type { ChunkRuns, ExpectedFile, SentFile } from '../chunk-runs.ts';
import type { FileCallDeps } from '../file-call.ts';
import type { ExchangeTarget } from '../file-record.ts';

export const fakeTarget = (clientId: string): ExchangeTarget => ({
  recipient: { clientId, userId: `u-${clientId}`, authType: 'user' },
  name: `Student ${clientId}`,
});

export type FakeRun = {
  runId: string;
  events: TransferEvents;
  files?: readonly SentFile[];
  expected?: readonly ExpectedFile[];
  stopped?: 'cancel' | 'discard' | 'pause';
};

type FakeVisitor = PeerVisitor & { isClosed(): boolean; leave(end: VisitEnd): void };

function fakeVisitor(clientId: string, connection: string): FakeVisitor {
  let isClosed = false;
  let end: (how: VisitEnd) => void = () => {};
  const closed = new Promise<VisitEnd>((resolve) => {
    end = resolve;
  });
  return {
    sender: { kind: 'device', id: clientId },
    connection,
    stream: () => undefined,
    onStream: () => () => {},
    channel: undefined,
    senders: () => [],
    closed,
    close() {
      isClosed = true;
      end('ended');
    },
    stats: async () => new Map() as unknown as RTCStatsReport,
    isClosed: () => isClosed,
    leave: end,
  };
}

export function createFakeFileWorld() {
  const clock = createFakeClock({ settle: settleTasks });
  const actions: RunningAction[] = [];
  const awaited: { call: AwaitedCall; on: AwaitEvents; isStopped: boolean }[] = [];
  const runs: FakeRun[] = [];
  const pings: string[] = [];
  const visitors: FakeVisitor[] = [];
  const discarded: string[] = [];
  const onDisk = new Map<string, number>();
  let ids = 0;
  const world = { answersPing: true, isConnected: true, address: async () => 'tutor-peer' };

  const chunks: ChunkRuns = {
    send: (runId, _, files, events) => void runs.push({ runId, files, events }),
    receive: (runId, _, expected, events) => void runs.push({ runId, expected, events }),
    async stop(runId, how) {
      const run = runs.find((each) => each.runId === runId);
      if (run) run.stopped ??= how;
    },
    open: async (key) => (discarded.includes(key) ? undefined : new File(['whole'], key)),
    kept: async () => onDisk,
    discard: async (key) => void discarded.push(key),
  };

  const deps: FileCallDeps = {
    peerAddress: () => world.address(),
    awaitCalls(call, on) {
      const entry = { call, on, isStopped: false };
      awaited.push(entry);
      return () => {
        entry.isStopped = true;
      };
    },
    act: ((action) => {
      ids += 1;
      const request = { ...action, id: `action-${ids}`, parameters: { ...action.parameters } };
      const run = createActionRun(
        { ...request, askedAt: clock.now() },
        { expiresAt: clock.now() + 60_000, onForget() {} },
      );
      actions.push(run);
      return run;
    }) satisfies Act,
    chunks,
    async ping({ clientId }) {
      pings.push(clientId);
      return world.answersPing ? 1 : null;
    },
    isConnected: () => world.isConnected,
    clock,
    newId() {
      ids += 1;
      return `id-${ids}`;
    },
  };

  /** The last action sent to this client. */
  function actionFor(clientId: string): RunningAction {
    const run = actions.findLast(
      ({ audience }) => 'clients' in audience && audience.clients.some((each) => each.clientId === clientId),
    );
    if (!run) throw new Error(`nothing was sent to ${clientId}`);
    return run;
  }

  return Object.assign(world, {
    deps,
    clock,
    actions,
    awaited,
    runs,
    pings,
    visitors,
    discarded,
    onDisk,
    actionFor,
    /** The broker has accepted the action; the device may send an answer. */
    async sent(clientId: string, answer: Omit<Answer, 'clientId'> = { state: 'waiting' }) {
      await clock.settle();
      const { expiresAt } = actionFor(clientId).get().delivery;
      actionFor(clientId).apply({
        delivery: { name: 'sent', expiresAt },
        answers: [{ clientId, ...answer }],
        ended: false,
      });
      await clock.settle();
    },
    /** The device dials, and the connection opens. */
    async dials(clientId: string): Promise<FakeRun> {
      const { id } = actionFor(clientId);
      const entry = awaited.find(({ call, isStopped }) => call.reference === id && !isStopped);
      if (!entry?.call.isWelcome(clientId)) throw new Error(`nobody waits for ${clientId}`);
      ids += 1;
      const connection = `connection-${ids}`;
      entry.on.channel?.({} as RTCDataChannel, { clientId, connection });
      const visitor = fakeVisitor(clientId, connection);
      visitors.push(visitor);
      entry.on.visitor(visitor);
      await clock.settle();
      const run = runs.at(-1);
      if (!run) throw new Error('the worker got no channel');
      return run;
    },
  });
}

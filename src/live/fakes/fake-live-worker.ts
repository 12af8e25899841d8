/** A live worker and a tab's surroundings for tests: notes what it is told, answers what a test wants. */
import { LIVE_WORKER_VERSION, type LiveBatch, type LiveWorker } from '#protocol/threads/live-worker.ts';
import type { TabPresence } from '../worker/tab-presence.ts';

export type Answers = { [Verb in keyof LiveWorker]?: () => Promise<unknown> };

export function createFakeLiveWorker() {
  const calls: string[] = [];
  const locks = new Set<string>();
  const ports: MessagePort[] = [];
  const runningWorkers: { instance: string; ended(): void }[] = [];
  const spawnFailures: (() => void)[] = [];
  let visible = true;
  let tellVisible: (visible: boolean) => void = () => {};
  let tellPage: (event: 'left' | 'returned') => void = () => {};
  let lastId = 0;
  /** What is answered other than nothing; `attach` and `knows` have their usual answers. */
  const answers: Answers = {};

  const worker = new Proxy({} as LiveWorker, {
    get:
      (_, verb: keyof LiveWorker) =>
      async (...args: unknown[]) => {
        if (verb === 'attach') {
          ports.push(args[1] as MessagePort);
          calls.push(`attach ${(args[0] as { tabId: string }).tabId}`);
          return answers.attach?.() ?? { version: LIVE_WORKER_VERSION, instance: `worker${ports.length}` };
        }
        if (verb === 'knows') return answers.knows?.() ?? true;
        calls.push(
          [verb, ...args.map((arg) => (typeof arg === 'string' ? arg : JSON.stringify(arg)))].join(' '),
        );
        return answers[verb]?.();
      },
  });

  const presence: TabPresence = {
    isVisible: () => visible,
    onVisibility(call) {
      tellVisible = call;
      return () => {};
    },
    onPage(call) {
      tellPage = call;
      return () => {};
    },
    async holdLock(tabId) {
      locks.add(tabId);
      return () => void locks.delete(tabId);
    },
    workerEnded: (instance, signal) =>
      new Promise((ended, failed) => {
        const running = { instance, ended };
        runningWorkers.push(running);
        signal.addEventListener('abort', () => {
          runningWorkers.splice(runningWorkers.indexOf(running), 1);
          failed(signal.reason);
        });
      }),
  };

  return {
    deps: {
      spawn: (_: string, onFailed: () => void) => {
        spawnFailures.push(onFailed);
        return { worker, end: () => calls.push('end') };
      },
      presence,
      newId: () => {
        lastId += 1;
        return `tab${lastId}`;
      },
      nowMs: () => Date.now(),
    },
    worker,
    answers,
    locks,
    /** What was called since the last time. */
    take: () => calls.splice(0),
    setVisible(next: boolean) {
      visible = next;
      tellVisible(next);
    },
    page: (event: 'left' | 'returned') => tellPage(event),
    /** The browser releases the lock of a worker that was ended. */
    endWorker: () => runningWorkers.at(-1)?.ended(),
    failToLoad: () => spawnFailures.at(-1)?.(),
    waitsForWorkers: () => runningWorkers.map(({ instance }) => instance),
    /** A batch as the worker would send it. Resolves with the tab's answer; needs real timers. */
    send(batch: Omit<LiveBatch, 'seq' | 'sentAt'>): Promise<unknown> {
      const port = ports.at(-1);
      const answered = new Promise<unknown>((resolve) => {
        if (port) port.onmessage = ({ data }) => resolve(data);
      });
      port?.postMessage({ seq: 1, sentAt: 0, ...batch });
      return answered;
    },
  };
}

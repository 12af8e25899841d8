/** A live worker and a tab's environment for tests: records calls, and returns what a test sets. */
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
  /** Answers other than undefined; `attach` and `knows` have default answers. */
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
    /** Calls since the last `take`. */
    take: () => calls.splice(0),
    setVisible(next: boolean) {
      visible = next;
      tellVisible(next);
    },
    page: (event: 'left' | 'returned') => tellPage(event),
    /** Ends the worker; the browser then releases its lock. */
    endWorker: () => runningWorkers.at(-1)?.ended(),
    failToLoad: () => spawnFailures.at(-1)?.(),
    waitsForWorkers: () => runningWorkers.map(({ instance }) => instance),
    /** Sends a batch as the worker would. Resolves with the tab's acknowledgement; needs real timers. */
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

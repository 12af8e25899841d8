/** Starts the bare counter in its worker and passes on what it says. */
import type { CounterCommand, CounterReport } from './bare-mqtt-counter.ts';

export type CounterPage = {
  /** Resolves when the counter is subscribed. */
  start(command: CounterCommand): Promise<void>;
  /** From now on so many are waited for. */
  expect(more: number): void;
  /** Epoch ms when they had been counted. */
  counted(): Promise<number>;
};

let count = 0;
let awaited: { count: number; resolve(at: number): void } | undefined;
let countedAt: Promise<number> | undefined;

function note(report: { count: number; at: number }) {
  count = report.count;
  if (awaited && count >= awaited.count) awaited.resolve(report.at);
}

const page: CounterPage = {
  start(command) {
    const worker = new Worker('/bare-mqtt-counter.js');
    worker.postMessage(command);
    return new Promise((resolve) => {
      worker.onmessage = ({ data }: MessageEvent<CounterReport>) => {
        if ('subscribed' in data) resolve();
        else note(data);
      };
    });
  },
  expect(more) {
    countedAt = new Promise((resolve) => {
      awaited = { count: count + more, resolve };
    });
  },
  counted: () => countedAt ?? Promise.reject(new Error('nothing is expected')),
};
Object.assign(globalThis, { lecternBench: page });

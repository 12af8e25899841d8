/** The first process of several, between those that it has started. */
import type { Worker } from 'node:cluster';
import { randomUUID } from 'node:crypto';
import {
  FAMILY,
  FAMILY_SPEAKER,
  type Handle,
  type SendsHandles,
  type SiblingMessage,
} from './sibling-messages.ts';
import type { ProcessName } from './site-leases.ts';

/** The environment of a process that it starts. `speaks`: what the operator is to read comes from this one. */
export const familyEnvironment = (family: string, { speaks }: { speaks: boolean }) => ({
  [FAMILY]: family,
  ...(speaks && { [FAMILY_SPEAKER]: '1' }),
});
export const newFamily = (): string => randomUUID().slice(0, 8);

/**
 * Passes clients on to the process that is meant, and reads the metrics of all. Give it each process that is started.
 */
export function createSiblingPost(familyMetrics: () => Promise<string>): (worker: Worker) => void {
  const byName = new Map<ProcessName, Worker>();
  return (worker) => {
    let own: ProcessName | undefined;
    worker.on('message', (message: SiblingMessage, sent: unknown) => {
      if (message.type === 'process') {
        own = message.name;
        byName.set(own, worker);
      }
      if (message.type === 'count') {
        const answer = (text?: string) => {
          const counted: SiblingMessage = {
            type: 'counted',
            id: message.id,
            ...(text !== undefined && { text }),
          };
          if (worker.isConnected()) worker.send(counted);
        };
        familyMetrics().then(answer, () => answer());
      }
      if (message.type !== 'client' || sent === undefined) return;
      const handle = sent as Handle;
      const to = byName.get(message.client.process);
      if (to?.isConnected() !== true) {
        handle.close();
        return;
      }
      const send = to.process.send.bind(to.process) as unknown as SendsHandles;
      send(message, handle, {}, () => handle.close());
    });
    worker.once('exit', () => {
      if (own !== undefined) byName.delete(own);
    });
  };
}

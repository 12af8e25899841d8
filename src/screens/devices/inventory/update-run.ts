/** Asks devices for their inventory, and follows which of them have answered. */
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { ActionRun } from '../../../live/action-run.ts';

/** A device of the directory. Without a client it was never connected, and cannot be asked. */
export type UpdatedDevice = { id: string; hostname: string; client: Recipient | undefined };

/** `missing`: names of the devices that have not answered (so far). */
export type UpdateState = {
  isOver: boolean;
  asked: number;
  answered: number;
  missing: readonly string[];
};

export type UpdateRun = {
  get(): UpdateState;
  subscribe(call: () => void): () => void;
};

export function startUpdate(
  devices: readonly UpdatedDevice[],
  ask: (clients: readonly Recipient[]) => ActionRun,
): UpdateRun {
  const clients = devices.flatMap(({ client }) => client ?? []);
  const run = clients.length > 0 ? ask(clients) : undefined;
  let last: { of: unknown; state: UpdateState } | undefined;

  function get(): UpdateState {
    const now = run?.get();
    if (last && last.of === now) return last.state;
    const hasAnswered = ({ client }: UpdatedDevice) =>
      client !== undefined && now?.answers.get(client.clientId)?.state === 'confirmed';
    const missing = devices.filter((device) => !hasAnswered(device)).map(({ hostname }) => hostname);
    const state: UpdateState = {
      isOver: (now?.ended ?? true) || missing.length === 0,
      asked: devices.length,
      answered: devices.length - missing.length,
      missing,
    };
    last = { of: now, state };
    return state;
  }

  if (run === undefined) console.warn('Error updating the inventory: no device was ever connected');
  else
    void run.done.then(() => {
      const { missing } = get();
      if (missing.length > 0) console.warn('Error updating the inventory: no answer from', missing);
    });

  return { get, subscribe: (call) => run?.subscribe(call) ?? (() => {}) };
}

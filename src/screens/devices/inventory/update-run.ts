/** Requests the inventory from devices, and tracks which of them have answered. */
import * as v from 'valibot';
import { AUTH_TYPES } from '#domain/devices/device-type.ts';
import type { ActionRun } from '#live/action-run.ts';
import type { Device } from '#protocol/rest/device.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';

/** A device of the directory. One reply of its clients is enough. Without clients it was never connected. */
export type UpdatedDevice = { id: string; hostname: string; clients: readonly Recipient[] };

const recipientSchema = v.object({
  clientId: v.string(),
  userId: v.string(),
  authType: v.picklist(AUTH_TYPES),
});
const recipientsSchema = v.array(recipientSchema);

/** All connected clients of the device, or else the last client, which may have just connected. */
export function askedDevice(
  { id, hostname, client }: Device,
  present: readonly Recipient[] | undefined,
): UpdatedDevice {
  const clients = v.safeParse(recipientsSchema, present ?? [client]);
  return { id, hostname, clients: clients.success ? clients.output : [] };
}

/** `missing`: names of the devices that have not answered yet. */
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
  const clients = devices.flatMap((device) => device.clients);
  const run = clients.length > 0 ? ask(clients) : undefined;
  let last: { of: unknown; state: UpdateState } | undefined;

  function get(): UpdateState {
    const now = run?.get();
    if (last && last.of === now) return last.state;
    const hasAnswered = (device: UpdatedDevice) =>
      device.clients.some(({ clientId }) => now?.answers.get(clientId)?.state === 'confirmed');
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

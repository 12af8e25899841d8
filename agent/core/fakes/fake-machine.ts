import type { Network } from '#domain/policies/network.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { Machine } from '../machine.ts';
import { DONE, type Outcome } from '../outcome.ts';

/** A machine that records its power actions, sign-ins and remote control. `downloads` are that folder's files. */
export function createFakeMachine(downloads: readonly RetrievedFile[] = []) {
  const viewersGone: (() => void)[] = [];
  const machine: Machine & {
    powered: string[];
    /** The names of the accounts that were to be signed in. */
    signedIn: string[];
    /** The outcome of `signIn` and `power`. */
    answers: Outcome;
    viewers: number;
    at: Network;
    /** Ends the remote control of the start with this number, as if its viewer had gone. */
    endRemoteControl(start: number): void;
  } = {
    powered: [],
    signedIn: [],
    answers: DONE,
    at: { addresses: ['10.20.1.7'], ssid: 'Room-01' },
    viewers: 0,
    files: async (folder) => (folder === '%downloads%' ? downloads : undefined),
    inventory: async () => ({
      inventoryResults: { type: 'windowsAgent' },
      softwareResults: { software: [] },
    }),
    network: () => machine.at,
    async startRemoteControl(ended) {
      viewersGone.push(ended);
      return { url: 'wss://host/', password: `once-${++machine.viewers}` };
    },
    endRemoteControl: (start) => viewersGone[start]?.(),
    stopRemoteControl() {
      machine.viewers = 0;
    },
    signIn(account) {
      machine.signedIn.push(account.username);
      return machine.answers;
    },
    power(action) {
      machine.powered.push(action);
      return machine.answers;
    },
  };
  return machine;
}

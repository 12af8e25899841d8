/**
 * Changes that a card may show a moment later. Each card whose text changes makes the browser arrange the
 * layers of all pictures again. On a large wall students change tabs all the time, so several cards share
 * that cost (decision 12).
 */
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** With fewer pictures in view, a change costs next to nothing. */
const LARGE_WALL = 60;

/** Open items are never the effect of a tutor's action, so they can wait. Other changes cannot. */
const PATIENT: ReadonlySet<keyof LiveClient> = new Set([
  ...(['tabs', 'activeTab', 'applications', 'activeApplication'] as const),
  ...(['quality', 'thumbnail', 'lastUpdated'] as const),
]);

export type PatientChanges = {
  /** Whether only patient fields of the client have changed since the card was rendered. */
  canWait(clientId: string): boolean;
  /** Records that the card shows the current state of the client. */
  shown(clientId: string): void;
  /** Records that a card of the client was removed. The state of a client that has left is dropped. */
  left(clientId: string): void;
};

export function createPatientChanges(deps: {
  get(clientId: string): LiveClient | undefined;
  inViewCount(): number;
}): PatientChanges {
  const shown = new Map<string, LiveClient>();
  return {
    canWait(clientId) {
      const [before, now] = [shown.get(clientId), deps.get(clientId)];
      return (
        deps.inViewCount() > LARGE_WALL && before !== undefined && now !== undefined && isPatient(before, now)
      );
    },
    shown(clientId) {
      const now = deps.get(clientId);
      if (now === undefined) shown.delete(clientId);
      else shown.set(clientId, now);
    },
    left(clientId) {
      if (deps.get(clientId) === undefined) shown.delete(clientId);
    },
  };
}

function isPatient(before: LiveClient, now: LiveClient): boolean {
  const fields = new Set([...Object.keys(before), ...Object.keys(now)]) as Set<keyof LiveClient>;
  return [...fields].every((field) => PATIENT.has(field) || before[field] === now[field]);
}

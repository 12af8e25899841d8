/**
 * What a card may show a moment later. Each card whose text changes makes the browser arrange the layers of all pictures
 * anew; on a large wall, where students change their tabs all the time, several of them share that (decision 12).
 */
import type { LiveClient } from '#protocol/threads/live-worker.ts';

/** With fewer pictures in view a change costs next to nothing. */
const LARGE_WALL = 60;

/** What a student has open is no answer to anything that a tutor did: it can wait. All else is shown at once. */
const PATIENT: ReadonlySet<keyof LiveClient> = new Set([
  ...(['tabs', 'activeTab', 'applications', 'activeApplication'] as const),
  ...(['quality', 'thumbnail', 'lastUpdated'] as const),
]);

export type PatientChanges = {
  /** Has nothing of the client changed since it was shown but what can wait? */
  canWait(clientId: string): boolean;
  /** The card shows what is known of the client now. */
  shown(clientId: string): void;
  /** A card of the client is no longer on the page. What is known of a client that has left is forgotten. */
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

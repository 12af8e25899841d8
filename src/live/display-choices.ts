/** Which display of a device is looked at, where it is not the primary one. Kept as `clientDisplayMap`. */
import * as v from 'valibot';
import { proxy } from 'valtio/vanilla';

const KEY = 'clientDisplayMap';
/** Devices come and go over the years: only the latest choices are kept. */
const MAX_CHOICES = 1_000;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const storedSchema = v.fallback(v.record(id, id), {});

function read(storage: Storage): Record<string, string> {
  try {
    return v.parse(storedSchema, JSON.parse(storage.getItem(KEY) ?? '{}'));
  } catch {
    return {};
  }
}

export function createDisplayChoices(storage: () => Storage) {
  let initial: Record<string, string> = {};
  try {
    initial = read(storage());
  } catch {
    // Storage is blocked: every device shows its primary display.
  }
  const choices = proxy(initial);

  /** `displayId` undefined: the primary one again. */
  function choose(clientId: string, displayId: string | undefined): void {
    const put = (map: Record<string, string>) => {
      delete map[clientId];
      if (displayId !== undefined) map[clientId] = displayId;
    };
    put(choices);
    try {
      // What another tab has chosen meanwhile stays, and is taken over.
      const kept = read(storage());
      put(kept);
      const newest = Object.fromEntries(Object.entries(kept).slice(-MAX_CHOICES));
      storage().setItem(KEY, JSON.stringify(newest));
      for (const known of Object.keys(choices)) if (!(known in newest)) delete choices[known];
      Object.assign(choices, newest);
    } catch {
      // Not remembered for the next visit.
    }
  }

  return { choices, choose };
}

export const displayChoices = createDisplayChoices(() => localStorage);

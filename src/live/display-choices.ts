/**
 * The selected display of each device, if it is not the primary one. The group and device screens store it as
 * `clientDisplayMap`, a wall as `gridClientDisplayMap`.
 */
import * as v from 'valibot';
import { proxy } from 'valtio/vanilla';

type Key = 'clientDisplayMap' | 'gridClientDisplayMap';
/** Only the latest choices are stored, because devices come and go over the years. */
const MAX_CHOICES = 1_000;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const storedSchema = v.fallback(v.record(id, id), {});

function read(storage: Storage, key: Key): Record<string, string> {
  try {
    return v.parse(storedSchema, JSON.parse(storage.getItem(key) ?? '{}'));
  } catch {
    return {};
  }
}

export function createDisplayChoices(storage: () => Storage, key: Key = 'clientDisplayMap') {
  let initial: Record<string, string> = {};
  try {
    initial = read(storage(), key);
  } catch {
    // Storage is blocked, so every device shows its primary display.
  }
  const choices = proxy(initial);

  /** `displayId` undefined selects the primary display. */
  function choose(clientId: string, displayId: string | undefined): void {
    const put = (map: Record<string, string>) => {
      delete map[clientId];
      if (displayId !== undefined) map[clientId] = displayId;
    };
    put(choices);
    try {
      // Merge the choices that another tab stored meanwhile.
      const kept = read(storage(), key);
      put(kept);
      const newest = Object.fromEntries(Object.entries(kept).slice(-MAX_CHOICES));
      storage().setItem(key, JSON.stringify(newest));
      for (const known of Object.keys(choices)) if (!(known in newest)) delete choices[known];
      Object.assign(choices, newest);
    } catch {
      // The choice is not stored for the next visit.
    }
  }

  return { choices, choose };
}

export const displayChoices = createDisplayChoices(() => localStorage);
export const wallDisplayChoices = createDisplayChoices(() => localStorage, 'gridClientDisplayMap');

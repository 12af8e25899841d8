/**
 * The selected display of each device, if it is not the primary one. The group and device screens store it as
 * `clientDisplayMap`, a wall as `gridClientDisplayMap`.
 */
import * as v from 'valibot';
import { proxy } from 'valtio/vanilla';
import { storedValue } from '#protocol/storage/stored-value.ts';

type Key = 'clientDisplayMap' | 'gridClientDisplayMap';
/** Only the latest choices are stored, because devices come and go over the years. */
const MAX_CHOICES = 1_000;

const id = v.pipe(v.string(), v.minLength(1), v.maxLength(128));
const storedSchema = v.record(id, id);

export function createDisplayChoices(storage: () => Storage, key: Key = 'clientDisplayMap') {
  const stored = storedValue(storage, key, storedSchema);
  const choices = proxy(stored.get() ?? {});

  /** `displayId` undefined selects the primary display. */
  function choose(clientId: string, displayId: string | undefined): void {
    const put = (map: Record<string, string>) => {
      delete map[clientId];
      if (displayId !== undefined) map[clientId] = displayId;
    };
    put(choices);
    // Merge the choices that another tab stored meanwhile.
    const merged = stored.get() ?? {};
    put(merged);
    const newest = Object.fromEntries(Object.entries(merged).slice(-MAX_CHOICES));
    if (!stored.set(newest)) return;
    for (const known of Object.keys(choices)) if (!(known in newest)) delete choices[known];
    Object.assign(choices, newest);
  }

  return { choices, choose };
}

export const displayChoices = createDisplayChoices(() => localStorage);
export const wallDisplayChoices = createDisplayChoices(() => localStorage, 'gridClientDisplayMap');

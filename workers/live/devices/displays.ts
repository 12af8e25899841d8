/** Selects the display of a client that a screen shows. */
import type { LiveClient } from '#protocol/threads/live-worker.ts';

const displaysOf = (client: LiveClient | undefined) => client?.info?.displays ?? [];

/** The primary display's id, if the client has reported its displays. */
export const primaryDisplay = (client: LiveClient | undefined): string | undefined =>
  (displaysOf(client).find((display) => display.primary) ?? displaysOf(client)[0])?.id;

/**
 * The chosen display, if the client has it or has not reported its displays. Otherwise the primary one, by id
 * only if no picture will identify it as primary.
 */
export function shownDisplay(client: LiveClient | undefined, chosen: string | undefined): string | undefined {
  const displays = displaysOf(client);
  if (chosen !== undefined && (displays.length === 0 || displays.some(({ id }) => id === chosen))) {
    return chosen;
  }
  return displays.some(({ primary }) => primary) ? undefined : displays[0]?.id;
}

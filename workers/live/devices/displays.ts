/** Which of a client's displays a screen shows. */
import type { LiveClient } from '#protocol/threads/live-worker.ts';

const displaysOf = (client: LiveClient | undefined) => client?.info?.displays ?? [];

/** The primary display's id, where the client has told its displays. */
export const primaryDisplay = (client: LiveClient | undefined): string | undefined =>
  (displaysOf(client).find((display) => display.primary) ?? displaysOf(client)[0])?.id;

/**
 * The chosen display, where the client has it or has not told; else its primary one, by name only where no picture
 * will say that it is the primary one.
 */
export function shownDisplay(client: LiveClient | undefined, chosen: string | undefined): string | undefined {
  const displays = displaysOf(client);
  if (chosen !== undefined && (displays.length === 0 || displays.some(({ id }) => id === chosen))) {
    return chosen;
  }
  return displays.some(({ primary }) => primary) ? undefined : displays[0]?.id;
}

/** Watches the controller of a device, also while its screen covers the page or the page is hidden. */

import { liveConnection } from '#live/live-connection.ts';
import type { Recipient } from '#protocol/threads/live-action.ts';
import type { ControllerWatch } from './taken-over.ts';

export function watchController({ clientId, userId, authType = 'user' }: Recipient): ControllerWatch {
  const watch = liveConnection.createWatch();
  const close = liveConnection.openWatch(watch, {
    of: { client: { clientId, userId, authType } },
    feeds: ['statuses'],
    keptWhenHidden: 'feeds',
  });
  return {
    get: () => watch.devices.get(clientId)?.statuses?.remoteControl,
    subscribe: watch.devices.subscribeChanges,
    close,
  };
}

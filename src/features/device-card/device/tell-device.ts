/** Sends an action to one device from its card, and reports it to the activity area. */

import { isComputer } from '#domain/devices/device-type.ts';
import type { ActionRun } from '#live/action-run.ts';
import { deviceTitle, deviceType, type OpenItem, personName } from '#live/device-facts.ts';
import { deviceCommands } from '#live/live-connection.ts';
import type { Audience, Recipient } from '#protocol/threads/live-action.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import { activities } from '#shell/activity/activity.ts';
import { m } from '../messages.ts';

type Report = { title: string; run: ActionRun };

const recipientOf = ({ clientId, userId, authType }: LiveClient): Recipient => ({
  clientId,
  userId,
  authType,
});
const audienceOf = (client: LiveClient): Audience => ({ clients: [recipientOf(client)] });

function report(client: LiveClient, { title, run }: Report): ActionRun {
  const name = personName(client) ?? (deviceTitle(client) || m.unknownUser);
  activities.report({ title, run, names: new Map([[client.clientId, name]]) });
  return run;
}

/** An empty alias restores the user's name. */
export const setAlias = (client: LiveClient, alias: string): ActionRun =>
  report(client, { title: m.setAlias, run: deviceCommands.setAlias(recipientOf(client), alias) });

/** Closes windows of a computer, tabs of a browser. */
export function closeItems(client: LiveClient, items: readonly OpenItem[]): ActionRun {
  const ids = items.map(({ closeId }) => closeId);
  const isOne = ids.length === 1;
  return isComputer(deviceType(client))
    ? report(client, {
        title: isOne ? m.closeApplication : m.closeApplications,
        run: deviceCommands.closeApps(audienceOf(client), ids),
      })
    : report(client, {
        title: isOne ? m.closeTab : m.closeTabs,
        run: deviceCommands.closeTabs(audienceOf(client), ids),
      });
}

/** Brings a window of a computer to the front, a tab of a browser. */
export function focusItem(client: LiveClient, { closeId, url }: OpenItem): ActionRun {
  const audience = audienceOf(client);
  return isComputer(deviceType(client))
    ? report(client, { title: m.focusApplication, run: deviceCommands.focusApp(audience, closeId) })
    : report(client, {
        title: m.focusTab,
        run: deviceCommands.focusTab(audience, { tabId: closeId, ...(url ? { tabUrl: url } : {}) }),
      });
}

/** Ties the broker connection to the session of the console realm; the admin realm has none. */
import type { QueryClient } from '@tanstack/react-query';
import { subscribe } from 'valtio/vanilla';
import { liveConnection } from '#live/live-connection.ts';
import { shareSessions } from '#peer/share/share-sessions.ts';
import type { Notification } from '#protocol/notification.ts';
import { siteAddress } from '#protocol/site-address.ts';
import { invalidateChanged } from '#rest/query-client.ts';
import { siteListQuery } from '#rest/site-list.ts';
import { consoleSession } from '#session/console-session.ts';
import { freshToken } from '#session/fresh-token.ts';
import { session } from '#session/session-state.ts';
import { onSignOut } from '#session/sign-out.ts';
import { tenant } from '#session/tenant.ts';
import { m } from '../messages.ts';
import { toasts } from '../toasts/toasts.ts';
import { concernsSession } from './concerns-session.ts';

/** Runs until `signal` aborts. Does nothing in the admin realm; switching realms loads a new page. */
export function startLiveSession(client: QueryClient, signal: AbortSignal): void {
  const { state } = session;
  if (state.name !== 'signed-in' || state.auth.realm !== 'console') return;
  let token = state.auth.token;
  const { userId, siteId } = state.auth;
  const endShares = () => shareSessions.stopAll('left');
  // Registered before the connection's own listener, because the devices must get the message before the
  // connection closes.
  window.addEventListener('pagehide', endShares, { signal });
  liveConnection.start(
    {
      tenant: tenant.key,
      site: siteId ?? '',
      tutorId: userId,
      tutorName: state.auth.name.slice(0, 255),
      mqttUrl: siteAddress(tenant.address('MQTT_URL'), siteId ?? ''),
    },
    { freshToken, token },
  );
  const undo = [
    subscribe(session, () => {
      if (session.state.name !== 'signed-in' || session.state.auth.token === token) return;
      token = session.state.auth.token;
      liveConnection.setToken(token);
    }),
    liveConnection.onNotifications((changes) => {
      void invalidateChanged(client, changes);
      warnOfRefusedPages(changes);
      if (changes.some((change) => concernsSession(change, { userId, siteId }))) void renewSession(client);
      if (hasDirectoryList(client)) void followDirectory(client, changes);
    }),
    onSignOut((end) => {
      endShares();
      return liveConnection.stop(end);
    }),
  ];
  signal.addEventListener(
    'abort',
    () => {
      for (const stop of undo) stop();
    },
    { once: true },
  );
}

/** Students ask their teachers why the student page rejects them. */
function warnOfRefusedPages(changes: readonly Notification[]): void {
  const refused = changes.find(({ resource }) => resource === 'student-pages');
  if (!refused) return;
  const text = refused.id === 'full' ? m.pagesFull : m.pagesBusy;
  toasts.show({ type: 'warning', text, closable: true });
}

/** The roles or the name of the site may have changed; `role-changes.ts` takes over from there. */
async function renewSession(client: QueryClient): Promise<void> {
  try {
    await consoleSession.renew();
    await client.invalidateQueries({ queryKey: siteListQuery().queryKey });
  } catch (error) {
    console.warn('roles of the session', error);
  }
}

/** The code that updates site-wide lists is loaded with the first such list. */
const hasDirectoryList = (client: QueryClient): boolean =>
  client.getQueryCache().findAll({ predicate: ({ meta }) => meta?.followsChanges === true }).length > 0;

async function followDirectory(client: QueryClient, changes: readonly Notification[]): Promise<void> {
  try {
    await (await import('#rest/directory-changes.ts')).followDirectory(client, changes);
  } catch (error) {
    console.warn('list of the site', error);
  }
}

import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useCallback, useMemo } from 'react';
import { useSnapshot } from 'valtio/react';
import { backTarget } from '#domain/devices/single-device.ts';
import { shownText } from '#domain/shown-text.ts';
import { TIMING } from '#domain/timing.ts';
import { ActionBar } from '#features/action-bar/action-bar.tsx';
import type { ActionPlace } from '#features/action-bar/action-target.ts';
import { DEVICE_PAGE_ENTRIES } from '#features/action-entries/list-entries.ts';
import { LivePicture } from '#features/device-card/live-picture/live-picture.tsx';
import { useUnseenLogs } from '#features/policy-events/unseen-events.ts';
import { pollKey } from '#features/polls/current-poll.ts';
import { PollSummary } from '#features/polls/poll-summary.tsx';
import { deviceTitle, personName, staleMark } from '#live/device-facts.ts';
import { useDevice } from '#live/device-store.ts';
import { displayChoices } from '#live/display-choices.ts';
import { useConnection } from '#live/use-connection.ts';
import { useGroupWatch } from '#live/use-group-watch.ts';
import { useUnheardSince } from '#live/use-unheard-since.ts';
import { shareSessions } from '#peer/share/share-sessions.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { type Crumb, ScreenHeader } from '#shell/layout/screen-header.tsx';
import { BackLink } from '#shell/navigation/back-link.tsx';
import { toasts } from '#shell/toasts/toasts.ts';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { DeviceTypeIcon } from '#ui/icon/device-type-icon.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { AbsentDevice } from './absent-device.tsx';
import { DeviceIdentity } from './device-identity.tsx';
import { DeviceStatus } from './device-status.tsx';
import { DeviceTabs } from './device-tabs.tsx';
import styles from './device-view.module.css';
import { m } from './messages.ts';
import { createSingleTarget } from './single-target.ts';
import { type DevicePlace, useDeviceSearch } from './use-device-place.ts';
import { useDisconnected } from './use-disconnected.ts';
import { useIsAwaited } from './use-is-awaited.ts';
import { useKnownDevice } from './use-known-device.ts';

/** Requested while no live stream of the screen is available. */
const THUMBNAILS = { quality: 100, intervalMs: TIMING.deviceThumbnailMs, width: 1920, height: 1080 };

function requestFor({ clientId, userId, authType }: DevicePlace): WatchRequest {
  return {
    of: { client: { clientId, userId, authType } },
    feeds: ['info', 'tabs', 'applications', 'statuses', 'thumbnails'],
    thumbnails: THUMBNAILS,
  };
}

/** The display in the address, until another is chosen; otherwise the last choice for this device. */
function useDisplay(clientId: string) {
  const { displayId } = useDeviceSearch();
  const chosen = useSnapshot(displayChoices.choices)[clientId];
  const navigate = useNavigate();
  const choose = useCallback(
    (next: string | undefined) => {
      displayChoices.choose(clientId, next);
      void navigate({
        to: '.',
        search: (before) => ({ ...before, displayId: undefined }),
        replace: true,
        resetScroll: false,
      });
    },
    [clientId, navigate],
  );
  return { displayId: displayId ?? chosen, choose };
}

/** The stream of this device that this tab is sharing, if the address names the share. */
function useSharedStream(clientId: string): MediaStream | undefined {
  const { shareScreenPeer } = useDeviceSearch();
  return useObservable(shareSessions, () =>
    shareScreenPeer === undefined ? undefined : shareSessions.ofSharer(shareScreenPeer, clientId)?.stream,
  );
}

function crumbsOf(place: DevicePlace, groupTitle: string | undefined, title: string): Crumb[] {
  if (place.section === 'users') return [{ title: m.users, link: { to: '/users' } }, { title }];
  if (place.section === 'clients') return [{ title: m.devices, link: { to: '/clients' } }, { title }];
  const groups: Crumb = { title: m.groups, link: { to: '/settings/groups' } };
  const group: Crumb = {
    title: groupTitle ?? '',
    link: { to: '/group/$groupId', params: { groupId: place.groupId } },
  };
  return [groups, group, { title }];
}

/** One device: its screen, its open items, its policy events, and every action of the tutor. */
export function DeviceView(props: {
  place: DevicePlace;
  groupTitle: string | undefined;
  /** Beside the name: links to other students of the group. */
  students: ReactNode;
}) {
  const { place } = props;
  const { clientId, userId, authType, groupId } = place;
  const watch = useGroupWatch(useMemo(() => requestFor(place), [place]));
  const client = useDevice(watch, clientId);
  const connection = useConnection();
  const unheardSince = useUnheardSince();
  const known = useKnownDevice(place, client === undefined);
  const display = useDisplay(clientId);
  const shared = useSharedStream(clientId);
  const { unseen } = useUnseenLogs(useMemo(() => ({ userId }), [userId]));

  const router = useRouter();
  const back = backTarget(place);
  const leave = useCallback(() => {
    toasts.show({ type: 'warning', text: m.disconnected });
    router.history.replace(back.path);
  }, [router, back.path]);
  const presence = { isHere: client !== undefined, isListening: connection.name === 'connected' };
  useDisconnected({ ...presence, isInDirectory: known.isThere }, leave);
  const isAwaited = useIsAwaited(presence);

  const deviceId = place.deviceManagementId ?? client?.info?.deviceId;
  const hostname = (client && deviceTitle(client)) || known.hostname;
  const name = (client && personName(client)) || known.name || hostname || m.unknownUser;
  // In the devices section the heading is the name of the device's row, elsewhere the person's name.
  const alias = client?.info === undefined ? known.alias : shownText(client.info.alias ?? '');
  const title = place.section === 'clients' ? alias || hostname || name : name;
  const type = client?.info?.type ?? known.type ?? 'unknown';
  const personId = authType === 'user' ? userId : undefined;
  const targets = useMemo(
    () =>
      createSingleTarget(
        watch.devices,
        clientId,
        deviceId === undefined
          ? undefined
          : { clientId, deviceId, userId: personId, name, type, isShutOut: known.isShutOut },
      ),
    [watch, clientId, deviceId, personId, name, type, known.isShutOut],
  );
  const { displayId } = display;
  const actionPlace = useMemo<ActionPlace>(
    () => ({
      kind: 'device',
      clientId,
      displays: displayId === undefined ? {} : { [clientId]: displayId },
    }),
    [clientId, displayId],
  );

  return (
    <>
      <ScreenHeader crumbs={crumbsOf(place, props.groupTitle, title)}>
        <DeviceTypeIcon type={type} version={client?.info?.version ?? known.version} size={18} />
        <DeviceStatus
          client={client}
          connection={connection}
          isAwaited={isAwaited}
          type={type}
          wokenAt={known.wokenAt}
          isShutOut={known.isShutOut}
        />
        {props.students}
      </ScreenHeader>
      <div className={styles.toolbar}>
        <BackLink {...back} />
        <Boundary kind="panel">
          <ActionBar entries={DEVICE_PAGE_ENTRIES} targets={targets} place={actionPlace} />
        </Boundary>
      </div>
      <Boundary kind="panel">
        <PollSummary groupId={pollKey(actionPlace)} devices={watch.devices} />
      </Boundary>
      <div className={styles.columns}>
        <div className={styles.screen}>
          <Boundary kind="panel">
            <DeviceIdentity
              client={client}
              title={title}
              name={name}
              hostname={hostname}
              unseenCount={unseen.length}
              policiesOf={{ groupId, userId: personId, deviceId }}
            />
          </Boundary>
          {client === undefined ? (
            <AbsentDevice
              place={place}
              deviceId={deviceId}
              unheardSince={unheardSince}
              isShutOut={known.isShutOut}
              isOffline={known.isThere && presence.isListening && !isAwaited}
            />
          ) : (
            <Boundary kind="panel">
              <LivePicture
                watch={watch}
                client={client}
                name={name}
                stale={staleMark(client, connection)}
                displayId={display.displayId}
                onChooseDisplay={display.choose}
                shared={shared}
                groupId={groupId}
              />
            </Boundary>
          )}
        </div>
        <DeviceTabs
          userId={userId}
          name={name}
          type={type}
          client={client}
          isAwaited={isAwaited}
          unseenCount={unseen.length}
        />
      </div>
    </>
  );
}

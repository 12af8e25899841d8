import { mdiMonitorOff } from '@mdi/js';
import { useEffect, useMemo, useRef, useState } from 'react';
import { useSnapshot } from 'valtio/react';
import { TIMING } from '#domain/timing.ts';
import { thumbnailQuality, thumbnailSize } from '#domain/zoom.ts';
import type { WatchRequest } from '#protocol/live-worker.ts';
import type { Group } from '#protocol/rest/group.ts';
import { PollSummary } from '../../actions/poll/poll-summary.tsx';
import { useDeviceIds } from '../../live/device-store.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { useGroupWatch } from '../../live/use-group-watch.ts';
import { EmptyState } from '../../ui/empty-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useSettled } from '../../ui/use-settled.ts';
import { DeviceGrid } from './device-grid.tsx';
import { DeviceToolbar } from './device-toolbar.tsx';
import { groupView } from './group-view.ts';
import { m } from './messages.ts';
import { useQualityDrop } from './quality-drop.ts';

/** Nothing to see yet: a spinner, after ten seconds the words (part 1 §9). */
function NoDevices() {
  const [isEmpty, setEmpty] = useState(false);
  useEffect(() => {
    const timer = setTimeout(() => setEmpty(true), TIMING.emptyGroupDelayMs);
    return () => clearTimeout(timer);
  }, []);
  return isEmpty ? (
    <EmptyState icon={mdiMonitorOff} title={m.noDevices} text={m.noDevicesText} />
  ) : (
    <Spinner label={m.loadingDevices} />
  );
}

function requestFor(groupId: string, zoom: number): WatchRequest {
  return {
    of: { groupId },
    feeds: ['info', 'tabs', 'applications', 'statuses', 'thumbnails'],
    thumbnails: {
      quality: thumbnailQuality(zoom),
      intervalMs: TIMING.groupThumbnailMs,
      ...thumbnailSize(zoom, devicePixelRatio),
    },
  };
}

/** Whoever has left is not selected any more, also where nobody is left. */
function useKeptSelection(ids: readonly string[]): void {
  const hasHeard = useRef(false);
  useEffect(() => {
    // At first it only means that nobody has answered yet.
    hasHeard.current ||= ids.length > 0;
    if (hasHeard.current) groupView.keepSelected(ids);
  }, [ids]);
}

function Devices(props: { watch: GroupWatch; group: Group; zoom: number }) {
  const isDropped = useQualityDrop(props.watch);
  const ids = useDeviceIds(props.watch);
  const count = ids.length;
  useKeptSelection(ids);
  useEffect(() => {
    // Nothing yet may still mean that nobody has answered.
    groupView.setOnlineCount(count === 0 ? undefined : count);
    return () => groupView.setOnlineCount(undefined);
  }, [count]);
  return (
    <>
      <PollSummary groupId={props.group.id} devices={props.watch.devices} />
      <DeviceToolbar watch={props.watch} group={props.group} />
      {count > 0 ? (
        <DeviceGrid
          watch={props.watch}
          groupId={props.group.id}
          quality={thumbnailQuality(isDropped ? undefined : props.zoom)}
        />
      ) : (
        <NoDevices />
      )}
    </>
  );
}

/** The tab 'Devices online'. Cards follow the zoom at once, the devices are asked for other pictures 1 s later. */
export function DevicesTab({ group }: { group: Group }) {
  const zoom = useSettled(useSnapshot(groupView.view).zoom, TIMING.zoomDebounceMs);
  const request = useMemo(() => requestFor(group.id, zoom), [group.id, zoom]);
  return <Devices watch={useGroupWatch(request)} group={group} zoom={zoom} />;
}

import { mdiLanDisconnect, mdiMagnify, mdiMonitorOff } from '@mdi/js';
import { useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { thumbnailQuality, thumbnailSize } from '#domain/groups/zoom.ts';
import { TIMING } from '#domain/timing.ts';
import { ClassOrdersLine } from '#features/class-orders/class-orders-line.tsx';
import { useQualityDrop } from '#features/device-card/quality-drop.ts';
import { PollSummary } from '#features/polls/poll-summary.tsx';
import type { GroupWatch } from '#live/group-watch.ts';
import { useGroupWatch } from '#live/use-group-watch.ts';
import { notConnectedText, useUnheardSince } from '#live/use-unheard-since.ts';
import type { Group } from '#protocol/rest/group.ts';
import type { WatchRequest } from '#protocol/threads/live-worker.ts';
import { Boundary } from '#ui/boundary/boundary.tsx';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useSettled } from '#ui/use-settled.ts';
import { clientIdsOf, MAX_ABSENT } from './cards.ts';
import styles from './device-grid.module.css';
import { DeviceGrid } from './device-grid.tsx';
import { DeviceToolbar } from './device-toolbar.tsx';
import { useGroupView } from './group-view.ts';
import { m } from './messages.ts';
import { type Cards, useCards } from './use-cards.ts';

function requestFor(
  groupId: string,
  { widthPx, quality }: { widthPx: number; quality: number },
): WatchRequest {
  return {
    of: { groupId },
    feeds: ['info', 'tabs', 'applications', 'statuses', 'thumbnails'],
    thumbnails: {
      quality,
      intervalMs: TIMING.groupThumbnailMs,
      ...thumbnailSize(widthPx, devicePixelRatio),
    },
  };
}

/** Deselects cards that have left, even the last one, and selects them again when their device is back. */
function useKeptSelection(cards: Cards): void {
  const store = useGroupView();
  const hasAnswered = useRef(false);
  useEffect(() => {
    const now = Date.now();
    store.forgetLeftBefore(now - TIMING.selectedAgainMs);
    // At first, an empty list only means that no device has answered yet.
    hasAnswered.current ||= cards.hereCount > 0;
    if (hasAnswered.current)
      store.keepSelected(
        cards.all.map(({ key }) => key),
        now,
        clientIdsOf(cards.all),
      );
  }, [store, cards.all, cards.hereCount]);
  const toComeBack = Object.keys(useSnapshot(store.toComeBack)).length;
  useEffect(() => {
    if (toComeBack === 0) return;
    const forget = () => store.forgetLeftBefore(Date.now() - TIMING.selectedAgainMs);
    const timer = setTimeout(forget, TIMING.selectedAgainMs + 1);
    return () => clearTimeout(timer);
  }, [store, toComeBack]);
  const isHeard = cards.hereCount > 0;
  useEffect(() => {
    if (!isHeard) return;
    const timer = setTimeout(store.awaitNone, TIMING.deviceAwaitedMs);
    return () => clearTimeout(timer);
  }, [store, isHeard]);
}

/** The cards, or why there are none. */
function CardsOrNot(props: { watch: GroupWatch; group: Group; cards: Cards; quality: number }) {
  const { cards, group } = props;
  const store = useGroupView();
  const unheardSince = useUnheardSince();
  if (cards.hereCount === 0 && unheardSince !== undefined)
    return (
      <EmptyState icon={mdiLanDisconnect} title={notConnectedText(unheardSince)} text={m.notConnectedText} />
    );
  if (cards.hereCount === 0 ? !cards.isEmpty : !cards.mayDraw) return <Spinner label={m.loadingDevices} />;
  const nobody =
    cards.hereCount === 0 ? (
      <EmptyState icon={mdiMonitorOff} title={m.noDevices} text={m.noDevicesText} />
    ) : null;
  if (cards.all.length === 0) return nobody;
  if (cards.shown.length === 0)
    return (
      <EmptyState icon={mdiMagnify} title={m.noneFound} text={m.noneFoundText}>
        <Button onClick={store.showAll}>{m.showAllCards}</Button>
      </EmptyState>
    );
  const unshown = (cards.absentCount ?? 0) - MAX_ABSENT;
  return (
    <>
      {nobody}
      <DeviceGrid
        watch={props.watch}
        groupId={group.id}
        quality={props.quality}
        cards={cards.shown}
        isEveryCard={cards.shown.length === cards.all.length}
        directoryNames={cards.directoryNames}
      />
      {unshown > 0 ? <p className={styles.unshown}>{m.moreAbsent({ count: unshown })}</p> : null}
    </>
  );
}

function Devices(props: { watch: GroupWatch; group: Group; quality: number }) {
  const { watch, group } = props;
  const isDropped = useQualityDrop(watch);
  const store = useGroupView();
  const cards = useCards(watch, group);
  const count = cards.hereCount;
  useKeptSelection(cards);
  useEffect(() => {
    store.away.set(cards.away);
    return () => store.away.set(undefined);
  }, [store, cards.away]);
  useEffect(() => {
    // An empty list may still mean that no device has answered yet.
    store.setOnlineCount(count === 0 ? undefined : count);
    return () => store.setOnlineCount(undefined);
  }, [store, count]);
  return (
    <>
      <Boundary kind="panel">
        <ClassOrdersLine groupId={group.id} orders={watch.orders} />
      </Boundary>
      <Boundary kind="panel">
        <PollSummary groupId={group.id} devices={watch.devices} orders={watch.orders} />
      </Boundary>
      <Boundary kind="panel">
        <DeviceToolbar watch={watch} group={group} cards={cards} />
      </Boundary>
      <Boundary kind="panel">
        <CardsOrNot
          watch={watch}
          group={group}
          cards={cards}
          quality={isDropped ? thumbnailQuality() : props.quality}
        />
      </Boundary>
    </>
  );
}

/** The tab 'Devices online'. Cards follow the zoom at once; pictures of that size are requested after 1 s. */
export function DevicesTab({ group }: { group: Group }) {
  const view = useSnapshot(useGroupView().view);
  const widthPx = useSettled(view.pictureWidthPx ?? view.cardWidthPx, TIMING.zoomDebounceMs);
  const quality = useSettled(view.quality, TIMING.zoomDebounceMs);
  const request = useMemo(() => requestFor(group.id, { widthPx, quality }), [group.id, widthPx, quality]);
  return <Devices watch={useGroupWatch(request)} group={group} quality={quality} />;
}

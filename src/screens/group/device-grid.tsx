import {
  type CSSProperties,
  type KeyboardEvent,
  type MouseEvent,
  useEffect,
  useMemo,
  useSyncExternalStore,
} from 'react';
import { useSnapshot } from 'valtio/react';
import { cardWidthPx } from '#domain/zoom.ts';
import { displayChoices } from '../../live/display-choices.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { createViewReporter } from '../../live/view-reporter.ts';
import { moveBetweenCards } from './card-keys.ts';
import { createCardRange } from './card-range.ts';
import { DeviceCard } from './device-card.tsx';
import styles from './device-grid.module.css';
import { groupView } from './group-view.ts';
import { m } from './messages.ts';
import { createNearCards, farIds } from './near-cards.ts';
import { watchPictureSize } from './picture-size.ts';
import { watchScrolling } from './scrolling.ts';
import { createSortedDevices } from './sorted-devices.ts';
import { createVisibleCards } from './visible-cards.ts';

const isWriting = (target: EventTarget) => target instanceof HTMLInputElement && target.type !== 'checkbox';

/** Arrows move, Ctrl or Cmd with A selects all, Escape none, a click with Shift a range; Space is the checkbox's own. */
function useSelectionKeys(ids: readonly string[]) {
  const range = useMemo(() => createCardRange(groupView.select), []);
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      if (isWriting(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && event.key.toLowerCase() === 'a') groupView.selectAll(ids);
      else if (event.key === 'Escape') groupView.clearSelection();
      else if (!moveBetweenCards(event.currentTarget, event.key, document.activeElement)) return;
      event.preventDefault();
    },
    onClick(event: MouseEvent<HTMLElement>): void {
      const { target } = event;
      if (!(target instanceof HTMLInputElement) || target.type !== 'checkbox') return;
      const card = target.closest('li');
      const at = card === null ? -1 : [...event.currentTarget.children].indexOf(card);
      const clientId = ids[at];
      if (clientId === undefined) return;
      range.click({ ids, clientId, isSelected: target.checked, withShift: event.shiftKey });
    },
  };
}

/** The cards in their order. Tells the live worker which of them are in view, with which display and quality. */
export function DeviceGrid(props: { watch: GroupWatch; groupId: string; quality: number }) {
  const { watch, quality } = props;
  const { sort, zoom } = useSnapshot(groupView.view);
  const displays = useSnapshot(displayChoices.choices);
  const sorted = useMemo(() => createSortedDevices(watch.devices, sort), [watch, sort]);
  const ids = useSyncExternalStore(sorted.subscribe, sorted.ids);
  const reporter = useMemo(() => createViewReporter(watch.look), [watch]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another watch has other cards
  const nearCards = useMemo(() => createNearCards(), [watch]);
  // Not React state: scrolling must not render the grid.
  const visibleCards = useMemo(
    () =>
      createVisibleCards((visible) => {
        reporter.change({ visible });
        const far = farIds(sorted.ids(), visible);
        if (far) nearCards.setFar(far);
      }),
    [reporter, nearCards, sorted],
  );
  useEffect(
    () => () => {
      visibleCards.stop();
      reporter.stop();
    },
    [visibleCards, reporter],
  );
  useEffect(() => {
    const stop = watchScrolling((isScrolling) => {
      reporter.change({ isScrolling });
      nearCards.hold(isScrolling);
    });
    return () => {
      stop();
      nearCards.hold(false);
    };
  }, [reporter, nearCards]);
  useEffect(() => reporter.change({ displays: { ...displays }, quality }), [reporter, displays, quality]);
  // All pictures are as large as the first one.
  const [firstId] = ids;
  useEffect(
    () => (firstId === undefined ? undefined : watchPictureSize((size) => reporter.change({ size }))),
    [reporter, firstId],
  );
  const selectionKeys = useSelectionKeys(ids);
  return (
    <ul
      className={styles.grid}
      aria-label={m.devices}
      style={{ '--card-width': `${cardWidthPx(zoom)}px` } as CSSProperties}
      {...selectionKeys}
    >
      {ids.map((clientId) => (
        <DeviceCard
          key={clientId}
          watch={watch}
          groupId={props.groupId}
          clientId={clientId}
          visibleCards={visibleCards}
          nearCards={nearCards}
        />
      ))}
    </ul>
  );
}

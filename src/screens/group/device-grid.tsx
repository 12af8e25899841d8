import { type CSSProperties, type KeyboardEvent, type MouseEvent, useEffect, useMemo, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { AbsentCard } from '#features/device-card/absent-card.tsx';
import { CardBoundary } from '#features/device-card/card-boundary.tsx';
import { DeviceCard } from '#features/device-card/device-card.tsx';
import { watchPictureSize } from '#features/device-card/picture-size.ts';
import { moveBetweenCards } from '#features/device-card/selection/card-keys.ts';
import { createCardRange } from '#features/device-card/selection/card-range.ts';
import { createNearCards, farIds } from '#features/device-card/visibility/near-cards.ts';
import { createPatientChanges } from '#features/device-card/visibility/patient-changes.ts';
import { watchScrolling } from '#features/device-card/visibility/scrolling.ts';
import { createVisibleCards } from '#features/device-card/visibility/visible-cards.ts';
import { displayChoices } from '#live/display-choices.ts';
import type { GroupWatch } from '#live/group-watch.ts';
import { createViewReporter } from '#live/view-reporter.ts';
import { shortcutKey } from '#ui/shortcut-key.ts';
import { useObservable } from '#ui/use-observable.ts';
import { useColumnWidth, useFittedCards } from './card-layout.ts';
import { type Card, clientIdsOf } from './cards.ts';
import styles from './device-grid.module.css';
import { useDrawnInSlices } from './drawn-in-slices.ts';
import { useGroupView } from './group-view.ts';
import { isWritingIn, useHeldOrder } from './held-order.ts';
import { m } from './messages.ts';

/** The card whose checkbox was pressed, or its picture with Ctrl, Cmd or Shift. A plain press opens it. */
function pressedCard(event: MouseEvent<HTMLElement>): { card: Element; isPicture: boolean } | undefined {
  const { target } = event;
  const card = target instanceof Element ? target.closest('li') : null;
  if (card === null) return undefined;
  if (target instanceof HTMLInputElement && target.type === 'checkbox') return { card, isPicture: false };
  const isMeant = event.button === 0 && (event.ctrlKey || event.metaKey || event.shiftKey);
  return isMeant && (target as Element).closest('a')?.parentElement?.matches('[data-picture]')
    ? { card, isPicture: true }
    : undefined;
}

/**
 * Arrows move the focus, Ctrl or Cmd with A selects all, and Escape clears the selection. Space is handled by
 * the checkbox. A press with Shift selects a range, with Ctrl or Cmd it adds one card.
 */
function useSelectionKeys(cards: readonly Card[], isEveryCard: boolean) {
  const store = useGroupView();
  const range = useMemo(() => createCardRange(store.select), [store]);
  return {
    onKeyDown(event: KeyboardEvent<HTMLElement>): void {
      if (isWritingIn(event.target)) return;
      if ((event.ctrlKey || event.metaKey) && shortcutKey(event) === 'a')
        store.selectAll(clientIdsOf(cards), { withLatecomers: isEveryCard });
      else if (event.key === 'Escape') store.clearSelection();
      else if (!moveBetweenCards(event.currentTarget, event.key, document.activeElement)) return;
      event.preventDefault();
    },
    // Runs before the picture's link handles the press.
    onClickCapture(event: MouseEvent<HTMLElement>): void {
      const pressed = pressedCard(event);
      if (pressed === undefined) return;
      const ids = cards.flatMap(({ key, absent }) => (absent && !absent.target ? [] : [key]));
      const key = cards[[...event.currentTarget.children].indexOf(pressed.card)]?.key;
      if (key === undefined || !ids.includes(key)) return;
      if (pressed.isPicture) {
        event.preventDefault();
        event.stopPropagation();
        const isSelected = event.shiftKey || store.selection[key] !== true;
        store.select(key, isSelected);
        range.click({ ids, clientId: key, isSelected, withShift: event.shiftKey });
        return;
      }
      const isSelected = (event.target as HTMLInputElement).checked;
      range.click({ ids, clientId: key, isSelected, withShift: event.shiftKey });
    },
  };
}

/** The cards in order. Notifies the live worker which of them are in view, with which display and quality. */
export function DeviceGrid(props: {
  watch: GroupWatch;
  groupId: string;
  quality: number;
  cards: readonly Card[];
  /** No search hides any. */
  isEveryCard: boolean;
  /** Keyed by userId. */
  directoryNames: ReadonlyMap<string, string>;
}) {
  const { watch, quality } = props;
  const grid = useRef<HTMLUListElement>(null);
  const { shown: cards, handlers } = useHeldOrder(props.cards, grid);
  const drawn = useDrawnInSlices(cards);
  const view = useGroupView();
  const { cardWidthPx } = useSnapshot(view.view);
  useFittedCards(grid, cards.length);
  useColumnWidth(grid, '--column-width', cardWidthPx);
  const { policyBoard } = view;
  const hasPolicies = useObservable(policyBoard, () => policyBoard.ofGroup(props.groupId).length > 0);
  const displays = useSnapshot(displayChoices.choices);
  const keys = useMemo(() => cards.map(({ key }) => key), [cards]);
  const newestKeys = useRef(keys);
  newestKeys.current = keys;
  const reporter = useMemo(() => createViewReporter(watch.look), [watch]);
  const inViewCount = useRef(0);
  const nearCards = useMemo(
    () =>
      createNearCards(
        createPatientChanges({ get: watch.devices.get, inViewCount: () => inViewCount.current }),
      ),
    [watch],
  );
  // No React state, because scrolling must not render the grid.
  const visibleCards = useMemo(
    () =>
      createVisibleCards((visible) => {
        reporter.change({ visible });
        inViewCount.current = visible.length;
        const far = farIds(newestKeys.current, visible);
        if (far) nearCards.setFar(far);
      }),
    [reporter, nearCards],
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
  // All pictures have the size of the first one.
  const firstId = cards.find(({ absent }) => absent === undefined)?.key;
  useEffect(
    () =>
      firstId === undefined
        ? undefined
        : watchPictureSize((size) => {
            reporter.change({ size });
            view.setPictureWidth(Math.round(size.width / devicePixelRatio));
          }),
    [reporter, firstId, view],
  );
  const directoryNameOf = (clientId: string) => {
    const client = watch.devices.get(clientId);
    return client?.authType === 'user' ? props.directoryNames.get(client.userId) : undefined;
  };
  const selectionKeys = useSelectionKeys(cards, props.isEveryCard);
  return (
    <ul
      ref={grid}
      className={styles.grid}
      aria-label={m.devices}
      style={
        {
          '--card-width': `${cardWidthPx}px`,
          '--policies-height': hasPolicies ? 'calc(26px + var(--lt-space-1))' : '0px',
        } as CSSProperties
      }
      {...selectionKeys}
      {...handlers}
    >
      {drawn.map(({ key, absent }) => (
        <CardBoundary key={key}>
          {absent ? (
            <AbsentCard member={absent} selected={view} />
          ) : (
            <DeviceCard
              watch={watch}
              groupId={props.groupId}
              clientId={key}
              directoryName={directoryNameOf(key)}
              stores={view}
              visibleCards={visibleCards}
              nearCards={nearCards}
            />
          )}
        </CardBoundary>
      ))}
    </ul>
  );
}

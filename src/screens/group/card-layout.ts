/** Width of the cards: from the zoom, or so that all of them fit. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { fittingWidthPx, type GridRoom, zoomOfWidth } from '#domain/groups/card-columns.ts';
import { useGroupView } from './group-view.ts';

/** Height of the activity area below the cards, in CSS pixels. */
const FOOT_PX = 56;
/** Height of a card without its picture, while none can be measured. */
const BESIDE_PX = 130;

/** Undefined before layout. */
function gridRoom(grid: HTMLElement): GridRoom | undefined {
  const style = getComputedStyle(grid);
  const paddingPx = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  const widthPx = grid.clientWidth - (paddingPx || 0);
  return widthPx > 0 ? { widthPx, gapPx: Number.parseFloat(style.columnGap) || 0 } : undefined;
}

/** The height left for the cards when the page is scrolled to the top. */
function roomBelowPx(grid: HTMLElement): number {
  const scrolled = grid.closest('main')?.scrollTop ?? 0;
  return innerHeight - (grid.getBoundingClientRect().top + scrolled + scrollY) - FOOT_PX;
}

function besidePx(grid: HTMLElement): number {
  const picture = grid.querySelector<HTMLElement>('[data-picture]');
  const card = picture?.closest('li');
  return picture && card ? card.offsetHeight - picture.offsetHeight : BESIDE_PX;
}

/** Fits the cards again when their number or the window size changes. */
export function useFittedCards(grid: RefObject<HTMLElement | null>, count: number): void {
  const store = useGroupView();
  const { isFitting } = useSnapshot(store.view);
  useEffect(() => store.measureBy(() => (grid.current ? gridRoom(grid.current) : undefined)), [grid, store]);
  useEffect(() => {
    const element = grid.current;
    if (!isFitting || element === null) return;
    const refit = () => {
      const room = gridRoom(element);
      if (room === undefined) return;
      const cardWidthPx = fittingWidthPx(count, {
        ...room,
        heightPx: roomBelowPx(element),
        besidePx: besidePx(element),
      });
      store.fit({ cardWidthPx, zoom: zoomOfWidth(cardWidthPx) });
    };
    const observer = new ResizeObserver(refit);
    observer.observe(element);
    addEventListener('resize', refit);
    refit();
    return () => {
      observer.disconnect();
      removeEventListener('resize', refit);
    };
  }, [grid, count, isFitting, store]);
}

/**
 * Sets a CSS variable to the column width before the first frame. A card that is not drawn yet reserves the
 * height of a picture of that width, because another height would move all rows below.
 */
export function useColumnWidth(
  grid: RefObject<HTMLElement | null>,
  variable: `--${string}`,
  cardWidthPx: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the card width determines the column width
  useLayoutEffect(() => {
    const column = grid.current && Number.parseFloat(getComputedStyle(grid.current).gridTemplateColumns);
    if (column) grid.current?.style.setProperty(variable, `${column}px`);
  }, [grid, variable, cardWidthPx]);
}

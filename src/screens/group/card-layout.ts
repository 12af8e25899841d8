/** How wide the cards are: what the zoom says, or what shows all of them at once. */
import { type RefObject, useEffect, useLayoutEffect } from 'react';
import { useSnapshot } from 'valtio/react';
import { fittingWidthPx, type GridRoom, zoomOfWidth } from '#domain/groups/card-columns.ts';
import { useGroupView } from './group-view.ts';

/** The height of the activity area below the cards, in CSS pixels. */
const FOOT_PX = 56;
/** The height of a card without its picture, while there is none to be measured. */
const BESIDE_PX = 130;

/** Undefined where nothing is laid out. */
function gridRoom(grid: HTMLElement): GridRoom | undefined {
  const style = getComputedStyle(grid);
  const paddingPx = Number.parseFloat(style.paddingLeft) + Number.parseFloat(style.paddingRight);
  const widthPx = grid.clientWidth - (paddingPx || 0);
  return widthPx > 0 ? { widthPx, gapPx: Number.parseFloat(style.columnGap) || 0 } : undefined;
}

/** The height that is left for the cards when the page is at its top. */
function roomBelowPx(grid: HTMLElement): number {
  const scrolled = grid.closest('main')?.scrollTop ?? 0;
  return innerHeight - (grid.getBoundingClientRect().top + scrolled + scrollY) - FOOT_PX;
}

function besidePx(grid: HTMLElement): number {
  const picture = grid.querySelector<HTMLElement>('[data-picture]');
  const card = picture?.closest('li');
  return picture && card ? card.offsetHeight - picture.offsetHeight : BESIDE_PX;
}

/** While cards are fitted: again whenever there are more or fewer of them, and when the window is another one. */
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
 * Tells the stylesheet, as a variable, how wide the columns are, before the first frame: a card that was not drawn yet has the
 * height of a picture of that width, and another height would move all rows below.
 */
export function useColumnWidth(
  grid: RefObject<HTMLElement | null>,
  variable: `--${string}`,
  cardWidthPx: number,
): void {
  // biome-ignore lint/correctness/useExhaustiveDependencies: the width decides how wide the columns are
  useLayoutEffect(() => {
    const column = grid.current && Number.parseFloat(getComputedStyle(grid.current).gridTemplateColumns);
    if (column) grid.current?.style.setProperty(variable, `${column}px`);
  }, [grid, variable, cardWidthPx]);
}

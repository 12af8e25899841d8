/** Keeps the cards in their places while somebody writes on one of them: a form must not move under its writer. */
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Card } from './cards.ts';

/** Those of `before` in their former order, with what is known of them `now`; who is new stands at the end. */
function inFormerOrder(before: readonly Card[], now: readonly Card[]): readonly Card[] {
  const known = new Map(now.map((card) => [card.key, card]));
  const former = new Set(before.map(({ key }) => key));
  return [...before.flatMap(({ key }) => known.get(key) ?? []), ...now.filter(({ key }) => !former.has(key))];
}

export const isWritingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/** The cards as the list of `grid` shows them, and what that list hears. */
export function useHeldOrder(cards: readonly Card[], grid: { current: HTMLElement | null }) {
  const [isHeld, setHeld] = useState(false);
  const last = useRef(cards);
  const shown = useMemo(() => (isHeld ? inFormerOrder(last.current, cards) : cards), [isHeld, cards]);
  useEffect(() => {
    last.current = shown;
    // A card that has gone took its form along, and nothing was said of it.
    const { activeElement } = document;
    if (isHeld && !(isWritingIn(activeElement) && grid.current?.contains(activeElement))) setHeld(false);
  }, [shown, isHeld, grid]);
  return {
    shown,
    handlers: {
      onFocus: ({ target }: FocusEvent) => setHeld(isWritingIn(target)),
      onBlur: () => setHeld(false),
    },
  };
}

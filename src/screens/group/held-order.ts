/** Keeps the cards in their places while the tutor writes on one of them: a field must not move meanwhile. */
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Card } from './cards.ts';

/** The cards of `before` in their former order, as they are `now`; new cards stand at the end. */
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

/** Keeps the order of the cards while the tutor types on one of them, because the field must not move. */
import { type FocusEvent, useEffect, useMemo, useRef, useState } from 'react';
import type { Card } from './cards.ts';

/** The cards of `now` in the order of `before`; new cards are at the end. */
function inFormerOrder(before: readonly Card[], now: readonly Card[]): readonly Card[] {
  const known = new Map(now.map((card) => [card.key, card]));
  const former = new Set(before.map(({ key }) => key));
  return [...before.flatMap(({ key }) => known.get(key) ?? []), ...now.filter(({ key }) => !former.has(key))];
}

export const isWritingIn = (target: EventTarget | null): boolean =>
  target instanceof HTMLInputElement && target.type !== 'checkbox';

/** The cards to show in the list of `grid`, and the event handlers of that list. */
export function useHeldOrder(cards: readonly Card[], grid: { current: HTMLElement | null }) {
  const [isHeld, setHeld] = useState(false);
  const last = useRef(cards);
  const shown = useMemo(() => (isHeld ? inFormerOrder(last.current, cards) : cards), [isHeld, cards]);
  useEffect(() => {
    last.current = shown;
    // No blur event is sent when a card is removed together with its form.
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

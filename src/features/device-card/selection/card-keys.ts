/** Arrow keys, Home and End move between the checkboxes of the cards in a grid. */

const checkboxOf = (card: Element | undefined) => card?.querySelector<HTMLElement>('input[type=checkbox]');

function columnCount(cards: readonly HTMLElement[]): number {
  const top = cards[0]?.offsetTop;
  const second = cards.findIndex((card) => card.offsetTop !== top);
  return second === -1 ? cards.length : second;
}

/** True if the key was one of these and the focus has moved. */
export function moveBetweenCards(list: Element, key: string, from: Element | null): boolean {
  const cards = [...list.children] as HTMLElement[];
  const at = cards.findIndex((card) => checkboxOf(card) === from);
  if (at === -1) return false;
  const columns = columnCount(cards);
  /** The first candidate, and the step to the next one if a card has no checkbox. */
  const to: Record<string, [first: number, step: number]> = {
    ArrowRight: [at + 1, 1],
    ArrowLeft: [at - 1, -1],
    ArrowDown: [at + columns, columns],
    ArrowUp: [at - columns, -columns],
    Home: [0, 1],
    End: [cards.length - 1, -1],
  };
  const way = to[key];
  if (way === undefined) return false;
  for (let i = way[0]; i >= 0 && i < cards.length; i += way[1]) {
    const next = checkboxOf(cards[i]);
    if (!next) continue;
    next.focus();
    return true;
  }
  return false;
}

/** Returns `before` if it has the same objects in the same order, so that the list is not rendered again. */
export const sameItems = <Item>(items: readonly Item[], before: readonly Item[]): readonly Item[] =>
  items.length === before.length && items.every((item, at) => item === before[at]) ? before : items;

/** `before` where it has the same objects in the same order, else `items`: what is drawn of a list is then not drawn again. */
export const sameItems = <Item>(items: readonly Item[], before: readonly Item[]): readonly Item[] =>
  items.length === before.length && items.every((item, at) => item === before[at]) ? before : items;

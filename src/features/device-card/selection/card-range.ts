/** A click with Shift selects or deselects all cards from the card that was clicked before. */
export function createCardRange(select: (clientId: string, isSelected: boolean) => void) {
  let anchor: string | undefined;
  return {
    /** `ids`: the cards in their order. `isSelected`: the state of the clicked card after the click. */
    click(clicked: {
      ids: readonly string[];
      clientId: string;
      isSelected: boolean;
      withShift: boolean;
    }): void {
      const { ids, clientId, isSelected, withShift } = clicked;
      const from = anchor === undefined ? -1 : ids.indexOf(anchor);
      const to = ids.indexOf(clientId);
      anchor = clientId;
      if (!withShift || from < 0 || to < 0) return;
      for (const id of ids.slice(Math.min(from, to), Math.max(from, to) + 1)) select(id, isSelected);
    },
  };
}

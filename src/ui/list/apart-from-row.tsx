import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** Enter and the space bar press what is within; arrows and Escape are the table's. */
const stopPress = (event: KeyboardEvent) => {
  if (event.key === ' ' || event.key === 'Enter') event.stopPropagation();
};

/** Around links and buttons in a row of a table that is itself pressed to be selected: their press is not one of the row. */
export function ApartFromRow({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: it only keeps events of what is within from the row
    <span onPointerDown={stop} onMouseDown={stop} onClick={stop} onKeyDown={stopPress} onKeyUp={stopPress}>
      {children}
    </span>
  );
}

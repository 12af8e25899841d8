import type { KeyboardEvent, ReactNode, SyntheticEvent } from 'react';

const stop = (event: SyntheticEvent) => event.stopPropagation();
/** Enter and Space press the inner element; arrows and Escape belong to the table. */
const stopPress = (event: KeyboardEvent) => {
  if (event.key === ' ' || event.key === 'Enter') event.stopPropagation();
};

/** Wraps links and buttons in a selectable table row, so that pressing them does not select the row. */
export function ApartFromRow({ children }: { children: ReactNode }) {
  return (
    // biome-ignore lint/a11y/noStaticElementInteractions: only stops the events of its content
    <span onPointerDown={stop} onMouseDown={stop} onClick={stop} onKeyDown={stopPress} onKeyUp={stopPress}>
      {children}
    </span>
  );
}

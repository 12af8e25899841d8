import { useLayoutEffect, useRef, useState } from 'react';

/** Creates a box that moves in the page together with its content, so that state and typed text survive. */
export const useMovableBox = (): HTMLDivElement => useState(() => document.createElement('div'))[0];

/** Places the box while mounted. Only one place may be mounted at a time. */
export function BoxPlace({ box, className }: { box: HTMLDivElement; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(box);
  }, [box]);
  return <div ref={ref} className={className} />;
}

import { useLayoutEffect, useRef, useState } from 'react';

/** A box that moves over the page with what is rendered into it: its state stays, and what was typed there. */
export const useMovableBox = (): HTMLDivElement => useState(() => document.createElement('div'))[0];

/** Where the box stands while this is mounted; one at a time. */
export function BoxPlace({ box, className }: { box: HTMLDivElement; className?: string | undefined }) {
  const ref = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    ref.current?.append(box);
  }, [box]);
  return <div ref={ref} className={className} />;
}

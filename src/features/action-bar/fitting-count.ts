/** Counts the children of a wrapping row that fit into its first line. */
import { type RefObject, useLayoutEffect, useState } from 'react';

function countFitting(row: HTMLElement): number {
  const children = [...row.children] as HTMLElement[];
  const top = children[0]?.offsetTop ?? 0;
  const at = children.findIndex((child) => child.offsetTop > top);
  return at === -1 ? children.length : at;
}

/** Measures again when the row or a child is resized. `children` identifies the rendered children. */
export function useFittingCount(row: RefObject<HTMLElement | null>, children: string): number {
  const [count, setCount] = useState(Number.POSITIVE_INFINITY);
  // biome-ignore lint/correctness/useExhaustiveDependencies: new children require a new observer
  useLayoutEffect(() => {
    const element = row.current;
    if (element === null) return;
    const measure = () => setCount(countFitting(element));
    const observer = new ResizeObserver(measure);
    for (const each of [element, ...element.children]) observer.observe(each);
    measure();
    return () => observer.disconnect();
  }, [row, children]);
  return count;
}

import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

/** Another button or a key: the browser opens it elsewhere. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type PlainLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this console, with its search. */
  path: string;
  children: ReactNode;
};

/** What a click on an `a` with this path does: it leads there within the console. `path`: of this console, with its search. */
export function useFollow(path: string): (event: MouseEvent) => void {
  const router = useRouter({ warn: false });
  return (event) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    router.history.push(path);
  };
}

/**
 * A link within the console that follows nothing: the router's own one renders with every change of the address, and a
 * screen of cards has hundreds.
 */
export function PlainLink({ path, children, ...rest }: PlainLinkProps) {
  const follow = useFollow(path);
  return (
    <a {...rest} href={path} onClick={follow}>
      {children}
    </a>
  );
}

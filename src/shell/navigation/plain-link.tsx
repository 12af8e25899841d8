import { useRouter } from '@tanstack/react-router';
import type { AnchorHTMLAttributes, MouseEvent, ReactNode } from 'react';

/** With another button or a modifier key, the browser opens the link elsewhere. */
const isPlain = (event: MouseEvent) =>
  event.button === 0 && !event.metaKey && !event.ctrlKey && !event.shiftKey && !event.altKey;

type PlainLinkProps = Omit<AnchorHTMLAttributes<HTMLAnchorElement>, 'href'> & {
  /** A path of this console, with its search. */
  path: string;
  children: ReactNode;
};

/** A click handler for an `a` that navigates within the console. `path`: includes its search. */
export function useFollow(path: string): (event: MouseEvent) => void {
  const router = useRouter({ warn: false });
  return (event) => {
    if (!isPlain(event)) return;
    event.preventDefault();
    router.history.push(path);
  };
}

/**
 * A link within the console without subscriptions. The router's own link re-renders with every change of the
 * address, and a screen of cards has hundreds.
 */
export function PlainLink({ path, children, ...rest }: PlainLinkProps) {
  const follow = useFollow(path);
  return (
    <a {...rest} href={path} onClick={follow}>
      {children}
    </a>
  );
}

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

/**
 * A link within the console that follows nothing: the router's own one renders with every change of the address, and a
 * screen of cards has hundreds.
 */
export function PlainLink({ path, children, ...rest }: PlainLinkProps) {
  const router = useRouter({ warn: false });
  return (
    <a
      {...rest}
      href={path}
      onClick={(event) => {
        if (!isPlain(event)) return;
        event.preventDefault();
        router.history.push(path);
      }}
    >
      {children}
    </a>
  );
}

import { mdiChevronLeft, mdiChevronRight } from '@mdi/js';
import { useRouter } from '@tanstack/react-router';
import { type RefObject, useEffect, useRef } from 'react';
import { shownText } from '#domain/shown-text.ts';
import { PlainLink } from '#shell/navigation/plain-link.tsx';
import { Icon } from '#ui/icon/icon.tsx';
import { m } from './messages.ts';
import styles from './neighbour-links.module.css';
import type { Neighbour, Neighbours } from './neighbours.ts';
import { useDeviceSearch } from './use-device-place.ts';

const SIDES = [
  { side: 'previous', icon: mdiChevronLeft, key: 'PageUp', label: m.previousStudent },
  { side: 'next', icon: mdiChevronRight, key: 'PageDown', label: m.nextStudent },
] as const;

/** The link that led here. Each device renders its own links, so the focus is moved to the same link. */
export type Step = RefObject<keyof Neighbours | undefined>;

/** Links to the previous and next student, also by Alt with Page Up and Page Down. The open tab is kept. */
export function NeighbourLinks({ neighbours, step }: { neighbours: Neighbours; step: Step }) {
  const { history } = useRouter();
  const { tab } = useDeviceSearch();
  const row = useRef<HTMLElement>(null);
  const pathOf = ({ path }: Neighbour) => (tab === undefined ? path : `${path}?tab=${tab}`);
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (!event.altKey || event.ctrlKey || event.metaKey || event.shiftKey) return;
      const side = SIDES.find(({ key }) => key === event.key)?.side;
      const neighbour = side && neighbours[side];
      // An open dialog belongs to this device.
      if (neighbour === undefined || document.querySelector('dialog[open]') !== null) return;
      event.preventDefault();
      step.current = side;
      history.push(tab === undefined ? neighbour.path : `${neighbour.path}?tab=${tab}`);
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, [history, neighbours, step, tab]);
  useEffect(() => {
    const side = step.current;
    step.current = undefined;
    if (side === undefined || document.activeElement !== document.body) return;
    const links = row.current;
    (links?.querySelector<HTMLElement>(`a[data-side=${side}]`) ?? links?.querySelector('a'))?.focus();
  }, [step]);
  if (neighbours.previous === undefined && neighbours.next === undefined) return null;
  return (
    <nav ref={row} aria-label={m.students} className={styles.links}>
      {SIDES.map(({ side, icon, key, label }) => {
        const neighbour = neighbours[side];
        if (neighbour === undefined)
          return (
            <span key={side} className={styles.none}>
              <Icon path={icon} size={22} />
            </span>
          );
        const words = label({ name: shownText(neighbour.name, 80) || m.unknownUser });
        return (
          <PlainLink
            key={side}
            path={pathOf(neighbour)}
            data-side={side}
            className={styles.link}
            onClickCapture={() => {
              step.current = side;
            }}
            aria-label={words}
            aria-keyshortcuts={`Alt+${key}`}
            data-tip={m.withKey({ words, key })}
          >
            <Icon path={icon} size={22} />
          </PlainLink>
        );
      })}
    </nav>
  );
}

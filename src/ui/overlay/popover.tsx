import { type KeyboardEvent, type ReactNode, type RefObject, useEffect, useRef } from 'react';
import { keepBeside } from './place-beside.ts';
import styles from './popover.module.css';

/**
 * A small dialog beside the button that opened it, open while it is mounted. The page behind stays usable.
 * Escape, a press elsewhere, scrolling the button away and moving the focus on close it. After Escape, the
 * button gets the focus.
 */
export function Popover(props: {
  label: string;
  buttonRef: RefObject<HTMLElement | null>;
  onClose: () => void;
  children: ReactNode;
}) {
  const { buttonRef, onClose } = props;
  const ref = useRef<HTMLDivElement>(null);
  const close = useRef(onClose);
  close.current = onClose;

  useEffect(() => {
    const [popover, button] = [ref.current, buttonRef.current];
    if (popover === null || button === null) return;
    popover.showPopover?.();
    const stopPlacing = keepBeside(popover, button);
    popover.focus({ preventScroll: true });
    const stop = new AbortController();
    const closeFrom = (event: Event) => {
      const isInside =
        event.target instanceof Node && [popover, button].some((own) => own.contains(event.target as Node));
      if (!isInside) close.current();
    };
    const at = button.getBoundingClientRect();
    const closeIfMoved = () => {
      const { left, top } = button.getBoundingClientRect();
      // A scroll that brought the button here may send its last event after the press.
      if (Math.hypot(left - at.left, top - at.top) >= 1) close.current();
    };
    document.addEventListener('pointerdown', closeFrom, { signal: stop.signal, capture: true });
    document.addEventListener('scroll', closeIfMoved, { signal: stop.signal, capture: true, passive: true });
    return () => {
      stopPlacing();
      stop.abort();
    };
  }, [buttonRef]);

  // If the focused element was removed, Escape and Tab would have no effect.
  useEffect(() => {
    if (document.activeElement === document.body) ref.current?.focus({ preventScroll: true });
  });

  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key === 'Escape') {
      event.preventDefault();
      onClose();
      buttonRef.current?.focus();
    }
    // Keys pressed in the popover must not trigger the shortcuts of the page.
    event.stopPropagation();
  };
  return (
    <div
      ref={ref}
      role="dialog"
      tabIndex={-1}
      aria-label={props.label}
      popover="manual"
      className={styles.popover}
      onKeyDown={onKeyDown}
      onBlur={({ relatedTarget, currentTarget }) => {
        if (relatedTarget === null || relatedTarget === buttonRef.current) return;
        if (!currentTarget.contains(relatedTarget)) onClose();
      }}
    >
      {props.children}
    </div>
  );
}

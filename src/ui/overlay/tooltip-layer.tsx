import { useEffect, useRef } from 'react';
import styles from './tooltip-layer.module.css';

const DELAY_MS = 400;
const GAP_PX = 6;

/**
 * The single tooltip of the page: shows the `data-tip` of the element under the pointer or the keyboard
 * focus. Sharing one element makes tooltips free for hundreds of cards. Escape hides it (WCAG 1.4.13). The
 * text must also be in the accessible name, because the tooltip is purely visual.
 */
export function TooltipLayer() {
  const ref = useRef<HTMLDivElement>(null);
  useEffect(() => {
    const bubble = ref.current;
    if (bubble === null) return;
    const stop = new AbortController();
    let timer: ReturnType<typeof setTimeout> | undefined;
    let owner: Element | undefined;
    let isOpen = false;
    const hide = () => {
      clearTimeout(timer);
      owner = undefined;
      if (isOpen) bubble.hidePopover();
      isOpen = false;
    };
    const show = () => {
      const text = owner?.getAttribute('data-tip');
      if (!owner?.isConnected || !text) return;
      bubble.textContent = text;
      bubble.showPopover();
      isOpen = true;
      const at = owner.getBoundingClientRect();
      const own = bubble.getBoundingClientRect();
      const left = at.left + at.width / 2 - own.width / 2;
      const below = at.bottom + GAP_PX;
      bubble.style.left = `${Math.max(4, Math.min(left, innerWidth - own.width - 4))}px`;
      bubble.style.top = `${below + own.height < innerHeight ? below : at.top - own.height - GAP_PX}px`;
    };
    const over = (event: Event) => {
      const target = event.target instanceof Element ? event.target.closest('[data-tip]') : null;
      if (target === owner) return;
      hide();
      if (target === null || (event.type === 'focusin' && !target.matches(':focus-visible'))) return;
      owner = target;
      timer = setTimeout(show, DELAY_MS);
    };
    const options = { signal: stop.signal, passive: true };
    document.addEventListener('pointerover', over, options);
    document.addEventListener('focusin', over, options);
    document.addEventListener('focusout', hide, options);
    document.addEventListener('pointerdown', hide, options);
    document.addEventListener('scroll', hide, { ...options, capture: true });
    document.addEventListener('keydown', (event) => event.key === 'Escape' && hide(), options);
    return () => {
      hide();
      stop.abort();
    };
  }, []);
  return <div ref={ref} popover="manual" className={styles.bubble} aria-hidden="true" />;
}

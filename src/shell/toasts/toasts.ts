/** The toasts on every screen, and the timers of those that close themselves. */
import { proxy } from 'valtio/vanilla';
import { type Toast, type ToastType, toastLifetimeMs } from '#domain/toast.ts';

export type NewToast = {
  type: ToastType;
  text: string;
  title?: string;
  link?: { href: string; text: string };
  /** The toast stays until it is closed; others close themselves. */
  closable?: boolean;
  lifetimeMs?: number;
  color?: string;
  isEvent?: boolean;
};

/** Newest last; the oldest are removed beyond this number. */
const MAX_TOASTS = 50;

export function createToasts() {
  const state = proxy<{ list: Toast[] }>({ list: [] });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let count = 0;

  function close(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const at = state.list.findIndex((toast) => toast.id === id);
    if (at >= 0) state.list.splice(at, 1);
  }

  /** Returns a function that closes the toast. */
  function show({ closable = false, isEvent = false, lifetimeMs, ...rest }: NewToast): () => void {
    count += 1;
    const id = `toast-${count}`;
    const oldest = state.list[0];
    if (oldest !== undefined && state.list.length >= MAX_TOASTS) close(oldest.id);
    state.list.push({ ...rest, id, closable, isEvent });
    const stayMs = toastLifetimeMs({ closable, ...(lifetimeMs === undefined ? {} : { lifetimeMs }) });
    if (stayMs !== undefined)
      timers.set(
        id,
        setTimeout(() => close(id), stayMs),
      );
    return () => close(id);
  }

  /** "Close All" of the event toasts. */
  function closeEvents(): void {
    for (const toast of state.list.filter((each) => each.isEvent)) close(toast.id);
  }

  return { state, show, close, closeEvents };
}

export const toasts = createToasts();

/** The alerts over every screen, and the timers of those that close themselves. */
import { proxy } from 'valtio/vanilla';
import { type Alert, type AlertType, alertLifetimeMs } from '#domain/alert.ts';

export type NewAlert = {
  type: AlertType;
  text: string;
  title?: string;
  link?: { href: string; text: string };
  /** Stays until closed; the others go by themselves (part 1 §4). */
  closable?: boolean;
  lifetimeMs?: number;
  color?: string;
  isEvent?: boolean;
};

/** Newest last; older ones make room. */
const MAX_ALERTS = 50;

export function createAlerts() {
  const state = proxy<{ list: Alert[] }>({ list: [] });
  const timers = new Map<string, ReturnType<typeof setTimeout>>();
  let count = 0;

  function close(id: string): void {
    clearTimeout(timers.get(id));
    timers.delete(id);
    const at = state.list.findIndex((alert) => alert.id === id);
    if (at >= 0) state.list.splice(at, 1);
  }

  /** Returns what closes it. */
  function show({ closable = false, isEvent = false, lifetimeMs, ...rest }: NewAlert): () => void {
    count += 1;
    const id = `alert-${count}`;
    const oldest = state.list[0];
    if (oldest !== undefined && state.list.length >= MAX_ALERTS) close(oldest.id);
    state.list.push({ ...rest, id, closable, isEvent });
    const stayMs = alertLifetimeMs({ closable, ...(lifetimeMs === undefined ? {} : { lifetimeMs }) });
    if (stayMs !== undefined)
      timers.set(
        id,
        setTimeout(() => close(id), stayMs),
      );
    return () => close(id);
  }

  /** "Close All" of the event alerts. */
  function closeEvents(): void {
    for (const alert of state.list.filter((each) => each.isEvent)) close(alert.id);
  }

  return { state, show, close, closeEvents };
}

export const alerts = createAlerts();

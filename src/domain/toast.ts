import { TIMING } from './timing.ts';

export type ToastType = 'info' | 'success' | 'warning' | 'error';

/** A message over the screen. Closable ones stay until closed; the others close themselves. */
export type Toast = {
  id: string;
  type: ToastType;
  title?: string;
  text: string;
  /** Below the text; opens in a new tab. */
  link?: { href: string; text: string };
  closable: boolean;
  /** Accent of a special message. */
  color?: string;
  /** Raised by an event of a device: these have "Close All". */
  isEvent: boolean;
};

/** How long a toast stays, in milliseconds; undefined: until somebody closes it. */
export function toastLifetimeMs(toast: { closable: boolean; lifetimeMs?: number }): number | undefined {
  return toast.closable ? undefined : (toast.lifetimeMs ?? TIMING.toastAutoCloseMs);
}

/** A CSS colour that a message may bring: hexadecimal or a plain name, so that no other CSS gets in. */
export function safeColor(color: string | undefined): string | undefined {
  return color !== undefined && /^(#[0-9a-f]{3,8}|[a-z]{3,24})$/i.test(color) ? color : undefined;
}

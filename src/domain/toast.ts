import { TIMING } from './timing.ts';

export type ToastType = 'info' | 'success' | 'warning' | 'error';

/** A message over the screen. Closable toasts stay until they are closed; others close themselves. */
export type Toast = {
  id: string;
  type: ToastType;
  title?: string;
  text: string;
  /** Below the text; opens in a new tab. */
  link?: { href: string; text: string };
  closable: boolean;
  /** Accent colour of a special message. */
  color?: string;
  /** The toast comes from an event of a device. Such toasts have "Close All". */
  isEvent: boolean;
};

/** How long a toast stays, in milliseconds. Undefined: until a person closes it. */
export function toastLifetimeMs(toast: { closable: boolean; lifetimeMs?: number }): number | undefined {
  return toast.closable ? undefined : (toast.lifetimeMs ?? TIMING.toastAutoCloseMs);
}

/** A CSS colour from a message: hexadecimal or a plain name, so that no other CSS gets in. */
export function safeColor(color: string | undefined): string | undefined {
  return color !== undefined && /^(#[0-9a-f]{3,8}|[a-z]{3,24})$/i.test(color) ? color : undefined;
}

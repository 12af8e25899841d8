/** Keys that the browser or the system takes for itself, sent by buttons instead. */
export const HELD_KEYS = ['control', 'alt', 'windows'] as const;
export type HeldKey = (typeof HELD_KEYS)[number];

/** The X11 keysyms, and the browsers' names of the physical keys. */
export const KEYSYMS: Readonly<Record<HeldKey | 'tab', { keysym: number; code: string }>> = {
  control: { keysym: 0xffe3, code: 'ControlLeft' },
  alt: { keysym: 0xffe9, code: 'AltLeft' },
  windows: { keysym: 0xffeb, code: 'MetaLeft' },
  tab: { keysym: 0xff09, code: 'Tab' },
};

export const heldKeyOf = (code: string): HeldKey | undefined =>
  HELD_KEYS.find((key) => KEYSYMS[key].code === code);

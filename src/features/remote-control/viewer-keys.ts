/** Keys that a browser or its system keep for themselves, by the buttons that send them. */
export const HELD_KEYS = ['control', 'alt', 'windows'] as const;
export type HeldKey = (typeof HELD_KEYS)[number];

/** The numbers of the keys in X11, and the browsers' names of their places on the keyboard. */
export const KEYSYMS: Readonly<Record<HeldKey | 'tab', { keysym: number; code: string }>> = {
  control: { keysym: 0xffe3, code: 'ControlLeft' },
  alt: { keysym: 0xffe9, code: 'AltLeft' },
  windows: { keysym: 0xffeb, code: 'MetaLeft' },
  tab: { keysym: 0xff09, code: 'Tab' },
};

export const heldKeyOf = (code: string): HeldKey | undefined =>
  HELD_KEYS.find((key) => KEYSYMS[key].code === code);

/** The words that the list of users and that of devices share. */
export const m = {
  selected: (p: { count: number }) => `${p.count.toLocaleString('en')} selected`,
  coming: (p: { count: number }) => `${p.count.toLocaleString('en')} so far…`,
} as const;

/** The words shared by the lists of users and devices. */
export const m = {
  selected: (p: { count: number }) => `${p.count.toLocaleString('en')} selected`,
  coming: (p: { count: number }) => `${p.count.toLocaleString('en')} so far…`,
  unnamed: 'Unnamed',
  select: (p: { name: string }) => `Select ${p.name}`,
  selectAll: (p: { count: number }) => `Select all ${p.count.toLocaleString('en')}`,
} as const;

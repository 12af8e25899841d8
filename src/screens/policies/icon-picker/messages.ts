/** The words of the icon picker. */
export const m = {
  title: 'Choose an icon',
  search: 'Search icons…',
  icons: 'Icons',
  colour: 'Colour',
  avoidGrey: 'Avoid using the gray color for icons',
  loading: 'Reading the icons…',
  notRead: 'The icons could not be read.',
  tryAgain: 'Try again',
  noMatch: 'No matching icons found',
  found: (p: { count: number }) => (p.count === 1 ? '1 icon' : `${p.count.toLocaleString('en')} icons`),
  choose: 'Choose',
  cancel: 'Cancel',
  close: 'Close',
  missing: 'Please choose an icon',
} as const;

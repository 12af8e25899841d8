/** The text colours. They are part of the content, and readable on a dark locked screen. */
export const TEXT_COLOURS = [
  { title: 'Red', value: '#ff8787' },
  { title: 'Orange', value: '#ffa94d' },
  { title: 'Yellow', value: '#ffd43b' },
  { title: 'Green', value: '#69db7c' },
  { title: 'Cyan', value: '#66d9e8' },
  { title: 'Blue', value: '#74c0fc' },
  { title: 'Violet', value: '#b197fc' },
  { title: 'Pink', value: '#faa2c1' },
] as const;

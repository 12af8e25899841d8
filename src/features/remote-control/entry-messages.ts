/** The words that are there before anything is controlled. */
export const m = {
  title: 'Remote Control',
  busy: 'A device is under remote control already',
} as const;

/** The words required before any remote control has begun. */
export const m = {
  title: 'Remote Control',
  busy: 'A device is under remote control already',
} as const;

export const m = {
  turn: (p: { at: number; of: number }) =>
    p.at === 0 ? `${p.of} groups take turns` : `Group ${p.at} of ${p.of}`,
  turnLeft: (p: { seconds: number }) => `${p.seconds} s`,
  turnPaused: 'paused',
  turnPause: 'Stay on this group',
  turnResume: 'Let the groups take turns',
  turnNext: (p: { title: string }) => `Next group: ${p.title}`,

  open: 'Rotate groups',
  title: 'Rotate groups',
  text: 'The walls of the chosen groups are shown one after the other, in this window. Press any key to stay on this group.',
  search: 'Search groups',
  groups: 'Groups',
  none: 'No group has such a name',
  every: 'Each group is shown for',
  seconds: (p: { seconds: number }) =>
    p.seconds < 60 || p.seconds % 60 !== 0
      ? `${p.seconds} seconds`
      : p.seconds === 60
        ? '1 minute'
        : `${p.seconds / 60} minutes`,
  tooFew: 'Choose at least two groups',
  tooMany: (p: { max: number }) => `At most ${p.max} groups can take turns`,
  start: 'Start',
  stop: 'End turns',
  cancel: 'Cancel',
  close: 'Close',
} as const;

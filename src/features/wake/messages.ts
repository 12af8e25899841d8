/** The words of waking machines. */
const computers = (count: number) => (count === 1 ? '1 computer' : `${count.toLocaleString('en')} computers`);

export const m = {
  title: 'Wake Now',
  groupTitle: 'Wake group',
  whom: 'Whom to wake',
  selected: (p: { count: number }) => `Selected: ${computers(p.count)}`,
  group: (p: { title: string }) => `The whole group: ${p.title}`,
  selectedText: 'Wakes the computers that are off:',
  groupText: (p: { count: number }) => `Wakes ${computers(p.count)} of the group, all that are off:`,
  groupOneText: 'Wakes the only computer of the group that is off:',
  groupUnknownText: 'Wakes every Windows computer of the group.',
  groupNobody: 'No Windows computer of the group is off.',
  andMore: (p: { count: number }) => `and ${p.count.toLocaleString('en')} more`,
  checking: 'Looking for the Site Runner…',
  runnerHere: 'A Site Runner is ready.',
  noRunner: 'The Wake Now action requires pre-setup of a Site Runner',
  noRunnerForGroup:
    'The Wake action requires an available Site Runner. Please ensure a Runner is configured and online for this site.',
  setUp: 'How to set up a Site Runner (opens in a new tab)',
  checkAgain: 'Check again',
  confirm: 'Confirm',
  cancel: 'Cancel',
  close: 'Close',
  waking: 'Sending the wake…',
  woken: (p: { count: number }) => `Wake sent to ${computers(p.count)}:`,
  nobodyWoken: 'Nobody was woken.',
  unknown: (p: { count: number }) => `${computers(p.count)} could not be woken, because no address is known:`,
  wokenInShort: (p: { count: number }) => `Wake sent to ${computers(p.count)}`,
  unknownInShort: (p: { count: number }) => `no address is known of ${computers(p.count)}`,
  /** The status of a device while the platform is unreachable. */
  statusUnknown: 'Unknown',
  unnamed: 'a computer without a name',
  failed: {
    'not-sent': 'The Site Runner could not send the wake into its network.',
    'no-addresses': 'The Site Runner could not find out whom to wake. Try again in a moment.',
    'switched-off': 'Waking is switched off in the settings of this site.',
    silent: 'No Site Runner has answered.',
    refused: 'Your account may not wake computers.',
    expired: 'The wake was not sent: there was no connection.',
    failed: 'The Site Runner could not do it.',
  },
} as const;

/** The words of the effects and conditions of policies. */
export const m = {
  mute: 'Mute',
  blockWebsites: 'Block Websites',
  blockAllWeb: 'Block all web',
  lock: 'Lock',
  powerActions: 'Power Actions',
  blockApps: 'Block Apps',
  keywordMonitoring: 'Keyword Monitoring',
  launchAction: 'Launch Action',
  enablePrivacy: 'Enable Privacy',
  screenCapture: 'Screen Capture',
  blockSleep: 'Block Sleep',
  blockKeypress: 'Block Keypress',
  schedule: 'Schedule',
  networkRange: 'Network Range',
  ssid: 'SSID',
  otherEffect: 'Other effect',
  otherCondition: 'Other condition',
  computerOnly: 'Computers only',
} as const;

const seconds = (count: number) => (count === 1 ? '1 second' : `${count} seconds`);
const minutes = (count: number) => (count === 1 ? '1 minute' : `${count} minutes`);

/** The words of the sentence that describes a whole policy. */
export const sentence = {
  nothing: 'Does nothing yet.',
  always: 'always',
  never: 'never',
  unknownCondition: 'under a condition that is not known here',
  unknownEffect: 'does something that is not known here',
  and: ' and ',
  more: (p: { count: number }) => `${p.count} more`,
  everyDay: 'every day',
  days: (p: { names: string }) => `on ${p.names}`,
  fromDay: (p: { first: string; last: string }) => `from ${p.first} to ${p.last}`,
  allDay: 'all day',
  time: (p: { start: string; end: string }) => `${p.start} to ${p.end}`,
  inNetworks: (p: { names: string; count: number }) =>
    p.count === 1 ? `on the network ${p.names}` : `on the networks ${p.names}`,
  outsideNetworks: (p: { names: string; count: number }) =>
    p.count === 1 ? `outside the network ${p.names}` : `outside the networks ${p.names}`,
  inWireless: (p: { names: string; count: number }) =>
    p.count === 1 ? `on the wireless network ${p.names}` : `on the wireless networks ${p.names}`,
  outsideWireless: (p: { names: string; count: number }) =>
    p.count === 1 ? `outside the wireless network ${p.names}` : `outside the wireless networks ${p.names}`,
  orDisconnected: (p: { where: string }) => `${p.where} or without a network`,
  mute: 'mutes the sound',
  blockSites: (p: { names: string }) => `blocks ${p.names}`,
  onlySites: (p: { names: string }) => `blocks all sites except ${p.names}`,
  allWeb: 'blocks all sites',
  blockApps: (p: { names: string; count: number }) =>
    `blocks ${p.count === 1 ? 'the app' : 'the apps'} ${p.names}`,
  onlyApps: (p: { names: string; count: number }) => `blocks all apps except ${p.names}`,
  reported: (p: { what: string }) => `${p.what} and reports it`,
  pictured: (p: { what: string }) => `${p.what} and reports it with a screenshot`,
  words: (p: { names: string; isWhole: boolean }) =>
    `watches for ${p.isWhole ? 'the whole words' : 'the words'} ${p.names}`,
  lock: 'locks the screen',
  lockWithMessage: 'locks the screen with a message',
  lockWithPage: (p: { url: string }) => `locks the screen with the page ${p.url}`,
  shutdown: 'shuts the computer down',
  reboot: 'restarts the computer',
  sleep: 'puts the computer to sleep',
  logout: 'signs the student out',
  after: (p: { what: string; count: number }) => `${p.what} after ${seconds(p.count)}`,
  open: (p: { url: string }) => `opens ${p.url}`,
  run: (p: { command: string }) => `runs ${p.command}`,
  every: (p: { what: string; count: number }) => `${p.what} every ${minutes(p.count)}`,
  privacy: 'hides the screen from tutors',
  screenCapture: 'captures the screen',
  noSleep: 'keeps the computer awake',
  noKeys: 'blocks the keyboard',
} as const;

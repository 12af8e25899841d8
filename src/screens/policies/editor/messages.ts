export const m = {
  createTitle: 'Create new policy',
  editTitle: 'Edit policy',
  name: 'Policy name',
  nameMissing: 'Please enter a name',
  icon: 'Icon',
  chooseIcon: 'Choose an icon',
  changeIcon: 'Change the icon',
  iconMissing: 'Please choose an icon',
  effectMissing: 'Please add at least one effect',
  availableEffects: 'Available effects',
  appliedEffects: 'Applied effects',
  availableConditions: 'Available conditions',
  appliedConditions: 'Applied conditions',
  noEffects: 'None yet: add what the policy does',
  noConditions: 'None: the policy holds always',
  allAdded: 'All are applied',
  allMustHold: 'All of them must hold.',
  add: (p: { title: string }) => `Add ${p.title}`,
  configure: (p: { title: string }) => `Configure ${p.title}`,
  remove: (p: { title: string }) => `Remove ${p.title}`,
  summary: 'In words',
  confirm: 'Confirm',
  cancel: 'Cancel',
  close: 'Close',
  submit: 'Submit',
  saving: 'Saving…',
  notSaved: 'The policy could not be saved.',
  changedElsewhere: 'Somebody else has changed this policy meanwhile. Confirm replaces what they saved.',
  goneElsewhere: 'Somebody else has deleted this policy meanwhile. Confirm creates it anew.',
  takeTheirs: 'Show their version',
  required: 'Field is required',
  nothingChanged: 'Nothing has changed yet',
  except: 'Except',
  report: 'Report events',
  attach: 'Attach a screenshot to a report',
} as const;

export const websites = {
  mode: 'Access',
  blackList: 'Allow access to all sites',
  whiteList: 'Block access to all sites',
  blackListHint:
    'One site per line, such as games.example, games.example/arcade or *.games.example/*. Lines of Chrome’s URL blocklist, of ad blockers and of hosts files work, too.',
  whiteListHint:
    'One site per line, such as exam.example or exam.example/start. A star before the first slash stands for parts of the host alone: *.school.example, *.school.example/exam*',
  tryOut: 'Try an address',
  tryOutHint: 'What the devices would do with it',
  noAddress: 'Not the address of a web page',
  never: (p: { entries: string }) => `No page matches these lines, so they do nothing: ${p.entries}`,
  singleWord: (p: { entries: string }) =>
    `Only servers of your own network have names without a dot: ${p.entries}. For a word in any address, put stars around it.`,
} as const;

export const apps = {
  blackList: 'Allow access to all apps',
  whiteList: 'Block access to all apps',
  hint: 'One app per line: the name of its program or window, such as recorder.exe or *game*. process:, path: and title: look at that alone.',
  never: (p: { entries: string }) =>
    `No program matches these lines, so they do nothing: ${p.entries}. For a folder or file, write path: before it, and * for any name.`,
  tryOut: 'Try a program or the title of a window',
  tryOutHint: 'What the devices would do with it',
} as const;

export const keywords = {
  words: 'Trigger words',
  hint: 'Looked for in the titles of web pages and windows. Separate with spaces or new lines. Quotation marks keep words together: "hurt myself"',
  whole: 'Whole words only',
  never: (p: { entries: string }) =>
    `Hardly ever found, because stars and quotation marks are looked for as they are: ${p.entries}`,
  tryOut: 'Try a sentence',
  tryOutHint: 'What the devices would report of it',
  found: (p: { words: string }) => `Reported, because of: ${p.words}`,
  none: 'Not reported: none of the words is in it',
} as const;

export const verdict = {
  blockedBy: (p: { line: string }) => `Blocked by the line “${p.line}”`,
  blockedByNone: 'Blocked: no line allows it',
  allowedBy: (p: { line: string }) => `Allowed by the line “${p.line}”`,
  allowedByNone: 'Allowed: no line blocks it',
} as const;

export const places = {
  networks: 'Networks',
  networksHint: 'Separate with spaces or new lines: 10.1.*, 10.1.0.0/16, 10.1.2.3, 2001:db8::/32',
  ssids: 'Names of wireless networks',
  ssidsHint:
    'Separate with spaces or new lines: Room-01, Room-*. Quotation marks keep words together: "Guest room"',
  where: 'The policy holds',
  inside: 'on these networks',
  outside: 'outside of these networks',
  orDisconnected: 'Also where there is no network',
  unknown: (p: { entries: string }) => `Not a valid network: ${p.entries}`,
} as const;

export const schedule = {
  timesOf: 'Times are those of the student’s device.',
  add: (p: { day: string }) => `Add a period on ${p.day}`,
  copy: (p: { day: string }) => `Copy ${p.day} to Monday to Friday`,
  start: (p: { day: string; at: number }) => `${p.day}, start of period ${p.at}`,
  end: (p: { day: string; at: number }) => `${p.day}, end of period ${p.at}`,
  remove: (p: { day: string; at: number }) => `Remove period ${p.at} of ${p.day}`,
  to: 'to',
  none: 'Not on this day',
  invalid: 'You have invalid schedule periods. Please make the necessary changes or remove them.',
  removeInvalid: 'Please remove invalid schedule periods for me',
  needed: 'Please add at least one period',
} as const;

export const launch = {
  repeat: 'Repeat in minutes',
  repeatHint: 'Repeat is required. Must be 1 minute or more',
  repeatTooLong: 'Please set at most 10080 minutes, which is a week',
  repeatWrong: 'Please set repeat interval equal or greater than 1',
} as const;

export const lock = {
  mode: 'What students see',
  url: 'A web page',
  message: 'A custom message',
  text: 'Message',
  loading: 'Loading the editor…',
  tooLong: 'This message is too long',
} as const;

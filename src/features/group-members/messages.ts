const number = (count: number) => count.toLocaleString('en');

export const m = {
  noMatch: 'No member matches',
  availableDevices: 'Available Devices',
  selectedDevices: 'Selected Devices',
  availableUsers: 'Available Users',
  selectedUsers: 'Selected Users',
  searchIn: (p: { list: string }) => `Search ${p.list}`,
  countOf: (p: { list: string; count: number }) => `${p.list} (${number(p.count)})`,
  nobodyAvailable: 'Everybody is selected',
  nothingAvailable: 'All devices are selected',
  nothingSelected: 'Nothing is selected yet',
  chooseAll: 'Select all',
  chooseAllFound: 'Select all found',
  add: 'Add',
  remove: 'Remove',
  chooseToAdd: 'Choose in the list of available ones first',
  chooseToRemove: 'Choose in the list of selected ones first',
  patterns: 'Device patterns, one per line',
  patternsHint:
    'A device belongs to the group when its name contains a line, or a line contains its name. * stands for anything: LAB-2-* means every name that begins with LAB-2-.',
  everyDevice: 'Without a pattern, every device of the site is in the group.',
  patternTooLong: 'Max 255 characters',
  tooManyPatterns: 'At most 1,000 patterns',
  tooManyMembers: 'At most 20,000 members',
  matching: (p: { count: number; of: number }) =>
    `${number(p.count)} of ${number(p.of)} known devices ${p.count === 1 ? 'matches' : 'match'}`,
  matchingDevices: 'Matching devices',
  noneMatches: 'No known device matches',
  csvAppend: 'Append from CSV',
  csvHintDevices:
    'A CSV or text file with serial numbers or names of devices. You see it before anything is added.',
  csvHintPeople: 'A CSV or text file with e-mail addresses or names. You see it before anyone is added.',
  csvWillAdd: (p: { count: number }) => `${number(p.count)} will be added`,
  csvAppended: (p: { file: string; count: number }) => `${p.file}: ${number(p.count)} added`,
  csvNothingNew: 'Nothing new',
  csvPresent: (p: { count: number }) => `${number(p.count)} already there`,
  csvUnknown: (p: { count: number }) => `${number(p.count)} not found:`,
  csvMore: (p: { count: number }) => `and ${number(p.count)} more`,
  csvShared: (p: { kind: 'user' | 'device'; names: readonly string[]; count: number }) =>
    `Add all ${number(p.count)} ${p.kind === 'user' ? 'people' : 'devices'} that share a name: ${p.names.join(', ')}`,
  csvUnknownAsPatterns: (p: { count: number }) =>
    p.count === 1
      ? 'Add 1 entry that names no known device as a pattern'
      : `Add ${number(p.count)} entries that name no known device as patterns`,
  csvBroad: (p: { count: number }) =>
    p.count === 1
      ? 'Add 1 pattern that matches more than half of all devices'
      : `Add ${number(p.count)} patterns that each match more than half of all devices`,
  matchesAsked: 'Looking for devices that match…',
  matchesFailed: 'Which devices match could not be found out.',
  matchesRefused: 'Which devices match is looked up as soon as the lines are in order.',
  tryAgain: 'Try again',
} as const;

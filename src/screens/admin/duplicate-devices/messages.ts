import type { DeviceDoubt, DeviceLikeness } from '#protocol/rest/admin/duplicate-devices.ts';

export const m = {
  loading: 'Loading duplicate devices',
  notRead: 'The duplicate devices could not be loaded.',
  tryAgain: 'Try again',
  outdated: 'The lists may be out of date.',
  notWhole: 'There are more than can be shown here. Decide these first, and the others appear.',

  mayBeOne: 'Devices that may be one',
  mayBeOneText:
    'These devices have something in common. If they are one computer, for example one that got a new name, unite them.',
  noneMayBeOne: 'No two devices look like the same computer',
  noneMayBeOneText: 'Devices with the same name, serial number or network adapter appear here.',
  mayBeSeveral: 'One device that may be several',
  mayBeSeveralText:
    'These devices may stand for more than one computer. If an action reaches the wrong computer, separate them.',
  noneMayBeSeveral: 'Every device stands for one computer',
  noneMayBeSeveralText: 'Devices that you unite appear here, so that you can separate them again.',

  device: 'Device',
  devices: 'Devices',
  why: 'Why',
  site: 'Site',
  actions: 'Actions',
  serial: (p: { serial: string }) => `Serial number ${p.serial}`,
  noSerial: 'No serial number',
  connected: 'Connected now',
  never: 'Never seen',
  lastSeen: (p: { time: string }) => `Last seen ${p.time}`,
  united: (p: { name: string; time: string }) => `United with ${p.name} on ${p.time}`,
  usedAs: (p: { names: string }) => `Used as ${p.names}`,

  unite: 'Unite',
  uniteOf: (p: { names: string }) => `Unite ${p.names}`,
  separate: 'Separate',
  separateOf: (p: { name: string }) => `Separate ${p.name}`,
  close: 'Close',
  cancel: 'Cancel',

  uniteTitle: 'Unite devices',
  keep: 'Which device stays?',
  keepHint: 'Choose the one whose name you want to see in the list.',
  chooseDevice: 'Choose the device that stays',
  uniteText:
    'The device that stays gets the groups and policies of the others. Nothing is lost: you can separate them again at any time.',
  uniteSignIn: 'The agents sign in again, which takes a few seconds.',
  severalConnected: 'More than one of these devices is connected now, so they are different computers.',
  uniteNow: 'Unite devices',
  uniting: 'Uniting',
  notUnited: 'The devices were not united.',
  unitedNow: (p: { name: string }) => `The devices are now one: ${p.name}`,

  separateTitle: (p: { name: string }) => `Separate ${p.name}`,
  which: 'Which device becomes one of its own again?',
  restoreText:
    'It gets back the groups, policies and people that it had. You can unite them again at any time.',
  divideText:
    'A second device is added. It is in the same groups and has the same policies. When the computers sign in again, each of them becomes one of the two devices.',
  divideUndo: 'If it is one computer after all, unite them again.',
  chooseSeparated: 'Choose the device to separate',
  separateNow: 'Separate devices',
  separating: 'Separating',
  notSeparated: 'The devices were not separated.',
  separatedNow: (p: { name: string }) => `${p.name} is separated`,
} as const;

export const likenessWords: Readonly<Record<DeviceLikeness, string>> = {
  serial: 'Same serial number',
  adapter: 'Same network adapter',
  name: 'Same name',
};

export const doubtWords: Readonly<Record<DeviceDoubt, string>> = {
  united: 'United by an administrator',
  names: 'Used under several names',
  addresses: 'Connected from two addresses at once',
};

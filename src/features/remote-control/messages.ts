/** The words of remote control. */
export const m = {
  of: (p: { name: string }) => `Remote control of ${p.name}`,
  connecting: (p: { name: string }) => `Connecting to ${p.name}…`,
  screen: (p: { name: string }) => `Screen of ${p.name}, under remote control`,
  keys: 'Keys for the device',
  control: 'Ctrl',
  alt: 'Alt',
  windows: 'Windows',
  tab: 'Tab',
  ctrlAltDel: 'Ctrl+Alt+Del',
  fullScreen: 'Full screen',
  leaveFullScreen: 'Leave full screen',
  cancel: 'Cancel',
  close: 'Close',
  disconnect: 'Disconnect',
  wayOut: 'The device gets every key. Ctrl+Alt+Home leads to these buttons, Esc back to the screen.',
  unreachable:
    'The remote control was stopped because the student machine is not reachable from your current network',
  wrongPassword: 'The remote control was stopped because the student machine did not accept its password',
  viewerFailed: 'The remote control was stopped because its viewer could not be loaded',
  ended: (p: { name: string }) => `The remote control of ${p.name} was ended by the device`,
  takenOverBy: (p: { name: string; tutor: string }) =>
    `The remote control of ${p.name} was taken over by ${p.tutor}`,
  takenOver: (p: { name: string }) => `The remote control of ${p.name} was taken over by another tutor`,
  anotherTutor: 'Another tutor',
  controlsIt: 'controls this device. Take over?',
  takeOverEffect: 'Their remote control ends, and they are told who took over.',
  takeOver: 'Take over',
  notStarted: (p: { name: string }) => `The remote control of ${p.name} could not be started`,
  noAnswer: (p: { name: string }) => `The remote control was not started because ${p.name} did not answer`,
  notAvailable: (p: { name: string }) => `${p.name} does not allow remote control right now`,
  certificate:
    'The certificate of the student machines may be missing in this browser. Download the certificate by the link, and import it in the browser settings under Privacy and security, Manage certificates, Authorities.',
  noCertificate:
    'The certificate of the student machines may be missing in this browser, and this platform has none to download. Ask the administrator of the student machines for it.',
  downloadCertificate: 'Download certificate',
} as const;

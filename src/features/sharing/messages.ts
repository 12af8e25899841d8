import type { ShareObstacle } from '#peer/share/begin-share.ts';

export const m = {
  shareScreen: 'Share Screen',
  stopSharing: 'Stop Sharing',
  stopSharingForAll: 'Stop Sharing with the whole group',
  share: 'Share',
  source: 'What is shared',
  ownScreen: 'My screen',
  ownHint: 'Your browser asks which screen, window or tab.',
  studentScreen: 'A student’s screen',
  student: 'Student',
  chooseStudent: 'Choose a student',
  studentNeeded: 'Choose the student whose screen is shared',
  studentAlone: 'Select at least one other device to share this screen with',
  display: 'Display',
  displayName: (p: { number: number; name: string | undefined }) => p.name ?? `Display ${p.number}`,
  primary: (p: { name: string }) => `${p.name} (primary)`,
  audience: 'Who sees it',
  wholeGroup: (p: { title: string }) => `All of ${p.title}`,
  selected: (p: { count: number }) =>
    p.count === 1 ? 'The selected device' : `The ${p.count} selected devices`,
  toGroup: (p: { title: string }) => `To ${p.title}`,
  toDevices: (p: { count: number }) => (p.count === 1 ? 'To 1 device' : `To ${p.count} devices`),
  noCapture: 'This browser cannot share its screen',
  starting: 'Choose what to share in your browser’s window…',
  waitingFor: (p: { name: string }) => `Waiting for the screen of ${p.name}…`,
  underWay: 'The share is being started',
} as const;

const OF_DEVICE: Record<
  Exclude<ShareObstacle['code'], 'cancelled' | 'capture' | 'peer'>,
  (name: string) => string
> = {
  privacy: (name) => `${name} has privacy enabled. The screen is not shared.`,
  'no-screen': (name) => `${name} shares no screen now.`,
  unsupported: (name) => `The device of ${name} cannot share its screen.`,
  refused: (name) => `${name} does not want to share the screen.`,
  undelivered: () => 'The request could not be sent. Check the connection and try again.',
  silent: (name) => `${name} could not be reached within 15 seconds.`,
  'no-connection': (name) => `No picture came from ${name}. A direct connection could not be made.`,
};

/** Why nothing is shared; undefined if the tutor cancelled. */
export function obstacleText(obstacle: ShareObstacle, name: string): string | undefined {
  switch (obstacle.code) {
    case 'cancelled':
      return undefined;
    case 'capture':
      return 'Your screen could not be captured. The browser or the system did not allow it.';
    case 'peer':
      return obstacle.message;
    default:
      return OF_DEVICE[obstacle.code](name);
  }
}

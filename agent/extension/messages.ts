/** The texts of the extension that students and administrators see. */
export const m = {
  name: 'Lectern',
  aTeacher: 'a teacher',
  blockedBy: (policies: readonly string[]) =>
    `Your school blocks it: ${policies.join(', ')}. Ask your teacher if you need it for your work.`,
  blockedBySchool: 'Your school blocks it. Ask your teacher if you need it for your work.',
  connected: 'Connected',
  connecting: 'Connecting…',
  locked: 'Your screen is locked',
  lockedHint: 'Your teacher will unlock it.',
  messageFromTeacher: 'Message from your teacher',
  notConfigured: 'This browser is not connected with a school yet.',
  openPage: 'Open the page',
  pageAllowed: 'You can open this page now',
  pageNotVisible: 'The browser does not show this page to extensions.',
  settingsSaved: 'Saved. The browser connects now.',
  settingsWrong: 'These are not complete settings. Copy them again from the deployment page of your site.',
  settingsManaged: 'Your school manages these settings.',
  unreachable: 'Lectern cannot be reached. Trying again…',
  watchedBy: (names: string) => `${names} can see this browser now.`,
  window: (number: number) => `Window ${number}`,
} as const;

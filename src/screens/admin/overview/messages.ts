import type { GuideStep } from '#protocol/rest/admin/overview.ts';

const some = (count: number, one: string, more: string) => `${count} ${count === 1 ? one : more}`;

export const m = {
  overview: 'Overview',
  sites: 'Sites',
  devices: 'Devices',
  tutors: 'Tutors',
  directories: 'Directories',
  syncs: 'Sync jobs',
  runners: 'Site runners',
  tokens: 'Expiring site tokens',

  sitesClosed: (p: { count: number }) =>
    p.count === 1
      ? 'One has no token: devices cannot enrol there'
      : `${p.count} have no token: devices cannot enrol there`,
  sitesOpen: 'Devices can enrol on all of them',
  noSites: 'None yet',
  online: 'Online',
  recent: 'Online in the last 7 days',
  away: 'Longer ago',
  never: 'Not enrolled yet',
  noDevices: 'None yet: they come by themselves once they are deployed',
  versions: 'Versions of the agents',
  version: (p: { type: string; version: string }) => `${p.type} ${p.version}`,
  withoutSite: (p: { count: number }) =>
    p.count === 1 ? '1 tutor has no site' : `${p.count} tutors have no site`,
  allWithSite: 'All may enter a site',
  noDirectories: 'None yet',
  active: (p: { count: number }) => `${p.count} active`,
  noSyncs: 'None yet',
  syncsFailed: (p: { count: number }) => some(p.count, 'has failed', 'have failed'),
  syncFailed: 'Failed to run',
  syncRan: (p: { when: string }) => `Ran ${p.when}`,
  syncNever: 'Has not run yet',
  noRunners: 'None yet',
  connected: (p: { count: number }) => `${p.count} connected`,
  runnerAway: (p: { when: string }) => `Away since ${p.when}`,
  tokenEnds: (p: { when: string }) => `Ends ${p.when}`,
  tokensText: 'Devices that still have such a token need the newer one before it ends.',
  managed: 'Sites and devices are those on which you may give roles.',

  guide: 'Set up your school',
  guideProgress: (p: { done: number; of: number }) => `${p.done} of ${p.of} done`,
  guideDone: 'Everything is set up.',
  whatNext: (p: { address: string }) =>
    `Tutors sign in at ${p.address} and choose their site: there they see the screens of their groups.`,
  done: 'Done:',
  toDo: 'To do:',
  skipped: 'Skipped:',
  skip: 'Skip',
  skipStep: (p: { step: string }) => `Skip: ${p.step}`,
  unskip: 'Do it after all',
  unskipStep: (p: { step: string }) => `Do it after all: ${p.step}`,
  hideGuide: 'Hide this list',
  showGuide: 'Show the list of first steps',
} as const;

/** Title and reason of each step. */
export const stepText: Readonly<Record<GuideStep, { title: string; text: string }>> = {
  site: {
    title: 'Add a site',
    text: 'A school, a campus or a building. Create its secret when you are asked: with it devices enrol.',
  },
  directory: {
    title: 'Connect the directory',
    text: 'Google or Microsoft, where your tutors, students and classes are. Make the integration active.',
  },
  tutors: {
    title: 'Bring in tutors and give them roles',
    text: 'Import tutors, users and groups with sync jobs, or invite tutors one by one. With the role Console User on a site a tutor can sign in there; give it to yourself, too.',
  },
  devices: {
    title: 'Deploy devices',
    text: 'Copy the Chromebook or Windows configuration of a site to your device management, or open the link of its student page in a browser. The step is done when the first device is in.',
  },
  runner: {
    title: 'Set up a site runner',
    text: 'A small program in the school’s network, which wakes machines and knows their names. The step is done when it has connected.',
  },
};

export const m = {
  deployment: 'Deployment',
  sites: 'Sites',
  site: 'Site',
  chromebooks: 'Chromebooks',
  chromeBrowsers: 'Chrome on other computers',
  windows: 'Windows',
  titleOf: {
    chromeos: (p: { name: string }) => `Chromebook Config for ${p.name}`,
    windows: (p: { name: string }) => `Windows Installer for ${p.name}`,
  },
  close: 'Close',
  asPage: 'Open as a page',
  loading: 'Loading the deployment',
  failed: 'The deployment could not be read',
  retry: 'Try again',
  noSites: 'There are no sites',
  noSitesText: 'Add a site first: what is deployed to devices says which site they belong to.',
  noSite: 'This site does not exist any more',
  noSiteText: 'It was deleted. Its devices have to be enrolled at another site.',
  toSites: 'To the sites',

  include: 'Include session secret token',
  noToken: 'The site has no token yet. Devices need a token to enrol: issue one with “Issue new token”.',
  unreadable:
    'The platform cannot show the token of this site: it was made before an upgrade, or by npm run renew-secrets. Devices that have it go on using it. Issue a new token to deploy others.',
  onlySuperAdmins: 'Only super admins see the token. Ask one of them for the deployment with it.',
  without: 'Without the token devices know their site, and do not come in.',
  readingToken: 'Loading the token',
  tokenFailed: 'The token could not be read.',
  formerEnds: (p: { count: number; when: string }) =>
    p.count === 1
      ? `An older token lets devices in until ${p.when}.`
      : `${p.count} older tokens let devices in, the last of them until ${p.when}. To end them now, revoke all tokens and issue a new one.`,
  issueToken: 'Issue new token',

  extensionId: 'Extension id',
  installationUrl: 'Installation URL',
  noExtension:
    'The Chrome extension of this platform has not been built. Its operator builds it with npm run build:extension, or names another one with CHROME_EXTENSION_ID. Until then, open the link of the student page, below, on Chromebooks.',
  studentPage: 'No installation needed',
  pageLink: 'Link of the student page',
  pageLinkHint:
    'Students open it in any browser and join: nothing is installed. The settings of the site say whether they enter any name or their school e-mail address.',
  pageLinkLoading: 'Loading the link of the student page',
  pageLinkFailed: 'The link of the student page could not be read',
  linkOfManagers: 'It is for those who may give roles on this site. Ask one of them, or a super admin.',
  renewLink: 'Make another link',
  renewLinkText: 'The link of before opens nothing any more, and everybody who came in by it is signed out.',
  keepLink: 'Keep it',
  renewLinkNow: 'Make another one now',
  renewingLink: 'Making another link',
  linkNotRenewed: 'There is no other link.',
  linkRenewed: 'The student page has another link',
  policy: 'Policy (JSON)',
  policyHint:
    'In the Google admin console: Devices, Chrome, Apps & extensions. Add the extension by its id and URL, choose “Force install”, and paste this as its policy. Turn off incognito and guest mode in the settings, because Chrome runs no extensions there. The same works for Chrome on Windows, macOS and Linux if the browsers are enrolled there.',
  strict: 'Turn off incognito and guest windows, in which Chrome runs no extensions',
  policyFile: 'Policy file',
  policyFileHint:
    'On Linux, save this as /etc/opt/chrome/policies/managed/lectern.json (Chromium: /etc/chromium/policies/managed/). On Windows and macOS, set the same policies with your device management.',
  downloadExtension: 'Download the extension',
  downloadExtensionHint:
    'For a browser that no one manages: unpack the file, choose “Load unpacked” in chrome://extensions, and paste the policy on the options page of the extension. Students can remove it there.',
  download: 'Download the installer',
  downloadHint: 'The agent for Windows, 64 bits.',
  noInstaller:
    'This platform has no installer of its own. Its operator names one with WINDOWS_INSTALLER_URL. The arguments below are those of any agent that speaks the protocol.',
  certificate: 'Download the certificate',
  certificateHint: 'For remote control, the same for all sites: tutors’ computers have to trust it.',
  noCertificate: 'No certificate for remote control is configured: the operator names one with VNC_CA.',
  arguments: 'Deployment arguments',
  argumentsHint: 'After the name of the installer, as in: msiexec /i agent.msi /qn …',
} as const;

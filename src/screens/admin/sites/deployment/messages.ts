export const m = {
  deployment: 'Deployment',
  sites: 'Sites',
  site: 'Site',
  chromebooks: 'Chromebooks',
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
    'This platform has no extension of its own. Its operator names one with CHROME_EXTENSION_ID. Until then Chromebooks take part with the link of the student page, below.',
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
    'In the Google admin console: Devices, Chrome, Apps & extensions. Add the extension by its id and URL, and paste this as its policy.',
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

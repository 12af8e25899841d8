const providerName = { google: 'Google', microsoft: 'Microsoft' } as const;
type Provider = keyof typeof providerName;

export const m = {
  productName: 'Lectern',
  ended: {
    'tutor-deleted':
      'You were signed out, because your account was removed from this tenant. If you still need it, ask an administrator of your school to invite you again.',
    'site-deleted':
      'You were signed out, because the site that you were on was deleted. Sign in to go on with another site.',
    'no-role-on-site':
      'You were signed out, because you have no role on that site any more. Sign in to go on with another site, or ask an administrator of your school for a role.',
    'no-management':
      'You were signed out of the admin realm, because you do not manage this tenant any more. Sign in to go on with a site.',
  },
  signInTitle: 'Sign in to your classroom',
  tenantLabel: 'Tenant id',
  tenantHint: 'The first part of your console’s address. Your school’s administrator knows it.',
  signInWith: (p: { provider: Provider }) => `Sign in with ${providerName[p.provider]}`,
  continueAs: (p: { account: string }) => `Continue as ${p.account}`,
  waiting: (p: { provider: Provider }) => `Waiting for ${providerName[p.provider]} in the other window…`,
  stillWaiting: 'Finish signing in in the other window. If you have closed it, choose a button again.',
  popupBlocked: 'Your browser has blocked the sign-in window.',
  openWindow: 'Open the sign-in window',
  invalidTenant: 'Invalid tenant id',
  tenantConfiguration:
    'There is an issue with tenant configuration. Please try again later or contact support',
  noProvider: (p: { provider: Provider }) =>
    `This tenant does not offer sign-in with ${providerName[p.provider]}.`,

  siteTitle: 'Choose a site',
  sitesLabel: 'Sites',
  searchSites: 'Search sites',
  noMatchingSites: 'No matching sites found',
  loadingSites: 'Loading your sites…',
  login: 'Login',
  loginAsAdmin: 'Login as Admin',
  loggingIn: 'Opening the console…',
  changeTenant: 'Change tenant?',
  changeAccount: 'Change account?',
  unauthorised:
    'This user is not authorised to access this tenant. A tenant administrator may need to set up your account.',
  noDetails: 'No additional details provided.',
  sitesError: (p: { status: number; detail: string }) =>
    `An error occurred while fetching sites (${p.status}): ${p.detail}`,
  noSites:
    'Your account is not associated with any sites under this tenant. Permissions will need to be configured by an admin.',
  unreachable: 'The sign-in service cannot be reached. Check your connection and try again.',
  youAreAdmin: 'You are one: choose “Login as Admin” to add the first site.',
  noAdministrator:
    'This tenant has no administrator yet. Whoever runs the platform has a set-up code, with which you become the first one.',
  toSignUp: 'Create the first administrator',
  checkAgain: 'Check again',
  retry: 'Retry',
  loginFailed: (p: { detail: string }) => `The login did not work: ${p.detail}`,
  startAgain: 'Start again',

  credentialFormat: 'Invalid Google ID Token format.',
  credentialNonce: 'This answer belongs to another sign-in. Please sign in again.',
  unknownRequest: 'This sign-in was not started here, or too long ago. Please sign in again.',
  cancelled: 'The sign-in was cancelled.',
  providerError: (p: { detail: string }) => `The identity provider answered: ${p.detail}`,
  completing: 'Completing sign-in',
  signedIn: 'You’re signed in. This window closes by itself.',
  closeYourself: 'You can close this window now.',
  notCompleted: 'Sign-in not completed',
  consentTitle: 'Access to a directory',
  consentComes: 'Lectern goes on in the window that you came from. This one closes by itself.',
  consentDenied: 'No access was given. This window closes by itself.',
  unknownConsent: 'Nobody waits for this answer any more. Close this window, and give consent again.',
  toSignIn: 'Go to sign-in',

  signUpTitle: 'Create the first administrator',
  signUpText:
    'A new tenant has no administrator yet. Sign in with the account that is to manage it; Lectern makes it the tenant’s administrator. If the tenant has one already, ask them to invite you instead.',
  setUpCodeLabel: 'Set-up code',
  setUpCodeHint: 'The platform prints it in the terminal of whoever runs it, anew at each start.',
  createAdmin: 'Create administrator account',
  creatingAdmin: 'Creating the account…',
  adminCreated:
    'Your administrator account is ready. Sign in and choose “Login as Admin” to set up sites and tutors.',
  adminFailed: 'The administrator account could not be created.',

  accountTitle: 'Choose an account',
  accountText: 'Continue with this account, or sign in with another one.',
  checkingAccount: 'Checking your account…',
  continue: 'Continue',

  tenantNotFoundTitle: 'Tenant not found',
  tenantNotFound: (p: { id: string }) => `Tenant ${p.id} is not found in the product’s cloud.`,
  otherTenant: 'Log in into another tenant',
  unavailableTitle: 'Lectern is not available',
  siteDataBlockedTitle: 'This browser blocks site data',
  siteDataBlocked: (p: { hosts: string }) =>
    `Lectern can’t sign you in without it. In the browser’s settings, look for “site data” or “cookies”, allow it for ${p.hosts}, and try again. If your school manages this browser, ask your IT team to allow it.`,
  siteDataFullTitle: 'This browser has no room left',
  siteDataFull:
    'Lectern can’t store your sign-in. Free some space on this computer, or delete the data of other sites in the browser’s settings, and try again.',
  tryAgain: 'Try again',
  handOverTitle: 'This sign-in could not be completed',
  handOverRefused:
    'The link you came with is not one that this window asked for, or it has been used or has expired. Nothing was changed.',
  handOverUnreachable: 'The sign-in service cannot be reached. Check your connection and sign in again.',
  signInAgain: 'Sign in again',
  signedOut: {
    title: 'You are signed out',
    text: 'This browser has forgotten your session and what you saw. The sign-in page can’t be reached right now: it opens by itself when the connection is back.',
    again: 'Sign in',
  },
  loginAway: {
    title: 'Lectern can’t be reached',
    text: 'You are not signed in, and the sign-in page does not answer. Check your connection; this page goes on by itself when it is back.',
    again: 'Try again',
  },
};

import { m as parts } from '../student-ui/messages.ts';

/** The texts of the student page, with those of its parts. */
export const m = {
  ...parts,
  product: 'Lectern',
  pageTitle: 'Student page · Lectern',
  /** The tab's title while requests wait for the student. */
  waitingTitle: (p: { count: number }) => `(${p.count}) Student page · Lectern`,
  looking: 'Looking for your class…',
  noLink: 'You need a link from your teacher',
  noLinkText:
    'You need your school’s link to open this page. Ask your teacher for it, and open it in this browser.',
  openAlready: 'This page is open already',
  openAlreadyText:
    'Another tab of this browser takes part. Go on there, or close it: then this tab takes its place.',
  badLink: 'This link does not work any more',
  badLinkText: 'Ask your teacher for a new link, and open it in this browser.',
  unreachable: 'Lectern cannot be reached',
  unreachableText: 'Check the connection of this computer. Nothing is shown to anybody meanwhile.',
  welcome: (p: { site: string }) => `Welcome to ${p.site}`,
  welcomeText:
    'When you join, teachers of your school see that you are here. They see your screen only after you have shared it, and this page tells you who looks.',
  notStored:
    'This browser does not store anything for this page, because site data is blocked or there is no room left. You can take part. After a reload, open your teacher’s link again. Files from your teacher can’t be saved here.',
  stillYou: (p: { name: string }) => `Is this still you, ${p.name}?`,
  stillYouText:
    'Somebody took part in this browser before and has not left. “No” removes the files and answers of before from it.',
  stillMe: 'Yes, go on',
  somebodyElse: 'No',
  yourEmail: 'Your school e-mail address',
  join: 'Join',
  joining: 'Joining…',
  emailMissing: 'Please enter your e-mail address.',
  refusedName: 'This school does not let you in with this name.',
  refusedEmail: 'This school does not know this e-mail address. Is it written correctly?',
  joinUnreachable: 'Lectern cannot be reached right now. Please try again.',
  joinFull:
    'This school has as many student pages open as it may have. Try again in a few minutes, and tell your teacher.',
  joinBusy: 'Many students are joining at this moment. Please try again in a minute.',
  hasLeft: 'You have left. Nobody sees your screen any more.',
  leave: 'Leave',
  screen: 'Your screen',
  notShared: 'You do not share anything.',
  notSharedText: 'Choose your entire screen, one window or one tab. You can stop at any time.',
  share: 'Share screen',
  shareAgain: 'Share something else',
  stopSharing: 'Stop sharing',
  choosing: 'Choose in your browser’s window what you want to share…',
  shareEnded: 'Sharing has ended.',
  shareRefused: 'You have not chosen anything, so nothing is shared.',
  shareFailed: 'Your screen could not be shared. The browser or the system did not allow it.',
  sharing: {
    monitor: 'You share your entire screen.',
    window: 'You share a window.',
    browser: 'You share a tab.',
  },
  sharingSomething: 'You share your screen.',
  sharedButHidden: 'You share your screen, but you have hidden it: nobody sees it.',
  preview: 'What you share',
  allowNotifications: 'Tell me also when I look at another window',
  notificationsAllowed: 'You are told also when you look at another window.',
  leaveTitle: 'Leave without saving?',
  leaveText: (p: { count: number }) =>
    p.count === 1
      ? 'This file is removed from this browser when you leave:'
      : `These ${p.count} files are removed from this browser when you leave:`,
  andMore: (p: { count: number }) => `and ${p.count} more`,
  stay: 'Stay',
  leaveAnyway: 'Leave and remove',
  filesGo: 'Save what you want to keep: these files are removed when you leave.',
} as const;

export const m = {
  title: 'Lock',
  mode: 'What students see',
  message: 'A message',
  url: 'A web page',
  currentTab: 'The current tab',
  currentTabHint: 'Students stay on the tab that is open now.',
  text: 'Message (optional)',
  withoutText: 'Without a message, students see that their teacher has locked the screen.',
  textTooLong: 'This message is too long',
  loading: 'Loading the editor…',
  preview: 'Preview',
  lock: 'Lock',
} as const;

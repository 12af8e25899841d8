/** Shows messages of tutors as notifications of the operating system, until the student closes them. */
import type { Screen } from '../../core/screen.ts';
import { ICON } from '../manifest.ts';
import { m } from '../messages.ts';

export const notify: Screen['notify'] = ({ id, title, message }) => {
  const options = {
    type: 'basic',
    iconUrl: chrome.runtime.getURL(ICON),
    title: title || m.messageFromTeacher,
    message,
    requireInteraction: true,
    priority: 2,
  } as const;
  // The id of the action replaces a repeated notification.
  void (id === undefined ? chrome.notifications.create(options) : chrome.notifications.create(id, options));
};

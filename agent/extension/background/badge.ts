/** Shows on the extension's icon that a tutor can see this browser. */
import type { Watcher } from '../../core/feedback/watchers.ts';
import { m } from '../messages.ts';

const WATCHED_COLOUR = '#04666f';

export function showWatchers(watchers: readonly Watcher[]): void {
  const names = watchers.map(({ name }) => name ?? m.aTeacher);
  void chrome.action.setBadgeBackgroundColor({ color: WATCHED_COLOUR });
  void chrome.action.setBadgeText({ text: names.length > 0 ? '●' : '' });
  void chrome.action.setTitle({ title: names.length > 0 ? m.watchedBy(listed(names)) : m.name });
}

const listed = (names: readonly string[]): string =>
  new Intl.ListFormat('en', { style: 'long', type: 'conjunction' }).format(names);

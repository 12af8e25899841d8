import { expect, test } from 'vitest';
import { roleFlags } from '#domain/people/roles.ts';
import { itemsFor } from './nav-items.ts';

const titlesFor = (...roles: string[]) =>
  itemsFor({ realm: 'console', roles: roleFlags(roles) }).map(({ title }) => title);

test('everybody has what needs no role', () => {
  expect(titlesFor('consoleUser')).toEqual(['Chat rooms', 'Policies', 'Settings', 'Help', 'Submit Feedback']);
});

test.each(['eventViewer', 'siteLogViewer'])('%s has the events, too', (role) => {
  expect(titlesFor(role)).toContain('Events');
});

test('a group maintainer has the lists of the site, and no events', () => {
  expect(titlesFor('groupMaintainer').slice(0, 4)).toEqual(['Users', 'Devices', 'Chat rooms', 'Policies']);
});

test('the admin realm has no events', () => {
  const titles = itemsFor({ realm: 'admin', roles: roleFlags(['eventViewer', 'siteLogViewer']) });
  expect(titles.map(({ title }) => title)).not.toContain('Events');
});

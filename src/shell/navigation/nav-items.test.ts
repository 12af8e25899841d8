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

const adminTitlesFor = (...roles: string[]) =>
  itemsFor({ realm: 'admin', roles: roleFlags(roles) }).map(({ title }) => title);

/** As the menu of the admin realm shows them. */
const ADMIN_ORDER = [
  'Overview',
  'Sites',
  'Tutors',
  'Integrations',
  'Sync Jobs',
  'Changes',
  'Help',
  'Submit Feedback',
];

test('the admin realm begins with the overview, and has no events', () => {
  const titles = adminTitlesFor('eventViewer', 'siteLogViewer');
  expect(titles).toEqual(ADMIN_ORDER.filter((title) => titles.includes(title)));
  expect(titles).toEqual(expect.arrayContaining(['Overview', 'Sites', 'Help', 'Submit Feedback']));
  expect(titles).not.toEqual(expect.arrayContaining(['Integrations']));
  expect(titles).not.toEqual(expect.arrayContaining(['Sync Jobs']));
});

test('a super admin has what is of the whole tenant, too', () => {
  const titles = adminTitlesFor('superAdmin');
  expect(titles).toEqual(ADMIN_ORDER.filter((title) => titles.includes(title)));
  expect(titles).toEqual(expect.arrayContaining(['Integrations', 'Sync Jobs']));
});

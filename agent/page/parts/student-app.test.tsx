import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, it, vi } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import { m } from '../messages.ts';
import type { StudentSite } from '../platform/student-site.ts';
import type { PageState, StudentPage } from '../student/student-page.ts';
import { StudentApp } from './student-app.tsx';

const siteFor = (students: 'name' | 'directory') =>
  ({ siteId: 'riverside', siteName: 'Riverside School', students }) as StudentSite;

function show(state: PageState) {
  const page: StudentPage = {
    state: createObservable(state),
    start: vi.fn(),
    tryAgain: vi.fn(),
    join: vi.fn(async () => {}),
    leave: vi.fn(),
    isStillMe: vi.fn(async () => {}),
    isSomebodyElse: vi.fn(async () => {}),
  };
  const notifications = {
    permission: createObservable('default' as const),
    ask: async () => {},
  };
  const memory = { person: { get: () => undefined, set: () => {} } };
  render(<StudentApp page={page} memory={memory} isStored notifications={notifications} />);
  return page;
}

it('says what to do without a link', () => {
  show({ name: 'no-link' });
  expect(screen.getByRole('heading', { name: m.noLink })).toBeTruthy();
  expect(screen.getByText(m.noLinkText)).toBeTruthy();
});

it('asks for a name where the site lets students in by name', async () => {
  const page = show({ name: 'welcome', site: siteFor('name'), joining: false });
  expect(screen.getByRole('heading', { name: 'Welcome to Riverside School' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: m.join }));
  expect(screen.getByRole('alert').textContent).toBe(m.nameMissing);
  await userEvent.type(screen.getByLabelText(m.yourName), '  Mia  {Enter}');
  expect(page.join).toHaveBeenCalledWith({ name: 'Mia' });
});

it('asks for the e-mail where the site knows its students by it', async () => {
  const page = show({ name: 'welcome', site: siteFor('directory'), joining: false, problem: 'refused' });
  expect(screen.getByRole('alert').textContent).toBe(m.refusedEmail);
  await userEvent.type(screen.getByLabelText(m.yourEmail), 'mia@demo.example{Enter}');
  expect(page.join).toHaveBeenCalledWith({ name: 'mia@demo.example', email: 'mia@demo.example' });
});

it.each([
  ['bad-link', m.badLink],
  ['open-already', m.openAlready],
  ['looking', m.looking],
] as const)('has words for %s', (name, title) => {
  show({ name });
  expect(screen.getByRole('heading', { name: title })).toBeTruthy();
});

it('tries again where the platform was not reached', async () => {
  const page = show({ name: 'unreachable' });
  await userEvent.click(screen.getByRole('button', { name: m.tryAgain }));
  expect(page.tryAgain).toHaveBeenCalled();
});

it('asks by name whether it is still the same student', async () => {
  const page = show({ name: 'still-you', site: siteFor('name'), person: { name: 'Mia' } });
  expect(screen.getByRole('heading', { name: 'Is this still you, Mia?' })).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: m.stillMe }));
  await userEvent.click(screen.getByRole('button', { name: m.somebodyElse }));
  expect([page.isStillMe, page.isSomebodyElse].map((call) => vi.mocked(call).mock.calls.length)).toEqual([
    1, 1,
  ]);
});

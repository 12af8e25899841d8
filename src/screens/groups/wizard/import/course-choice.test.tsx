import { QueryClientProvider } from '@tanstack/react-query';
import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test, vi } from 'vitest';
import { AppError } from '#protocol/app-error.ts';
import type { Integration } from '#protocol/rest/integration.ts';
import { groupsQuery } from '#rest/groups.ts';
import { integrationsQuery, type readCoursePage } from '#rest/integrations.ts';
import { createQueryClient } from '#rest/query-client.ts';
import type { ChosenCourse } from './chosen-course.ts';
import { CourseChoice } from './course-choice.tsx';

const GOOGLE: Integration = { id: 'i-1', name: 'Our Google', service: 'google', disabled: false };
const MICROSOFT: Integration = { id: 'i-2', name: 'Our Microsoft', service: 'microsoft', disabled: false };
const COURSES = ['Maths 10A', 'Maths 2B', '<b>Art</b>'].map((name, index) => ({
  id: `c-${index}`,
  name,
  kind: 'course' as const,
  detail: index === 1 ? 'Lower school' : 'Upper school',
}));
const READ: typeof readCoursePage = async ({ id }) => ({
  courses: id === 'i-1' ? COURSES : [],
  next: undefined,
});

function Held(props: { readPage: typeof readCoursePage; tell: (course: ChosenCourse) => void }) {
  const [chosen, setChosen] = useState<ChosenCourse>();
  const change = (course: ChosenCourse) => {
    setChosen(course);
    props.tell(course);
  };
  return <CourseChoice chosen={chosen} onChange={change} readPage={props.readPage} />;
}

function show(integrations: readonly Integration[], readPage = READ, groups: readonly object[] = []) {
  const client = createQueryClient();
  client.setQueryDefaults(['groups'], { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(groupsQuery().queryKey, groups as never);
  client.setQueryDefaults(['integrations'], { staleTime: Number.POSITIVE_INFINITY });
  client.setQueryData(integrationsQuery().queryKey, [...integrations]);
  const told = vi.fn();
  render(
    <QueryClientProvider client={client}>
      <Held readPage={readPage} tell={told} />
    </QueryClientProvider>,
  );
  return { told, user: userEvent.setup() };
}

test('a course that has a group names it, and cannot be chosen', async () => {
  const group = { title: 'My maths', integrationId: 'i-1', nativeIdf: 'c-1' };
  const { told, user } = show([GOOGLE], READ, [group, { ...group, nativeIdf: 'c-0', integrationId: 'i-2' }]);
  const taken = await screen.findByRole('option', { name: /Maths 2B.*In the group “My maths” already/ });
  expect(taken.getAttribute('aria-disabled')).toBe('true');
  await user.click(taken);
  expect(told).not.toHaveBeenCalled();
  await user.click(screen.getByRole('option', { name: /Maths 10A/ }));
  expect(told).toHaveBeenCalledTimes(1);
});

const options = () => screen.getAllByRole('option').map((each) => each.textContent);

test('lists the courses of the only directory, finds one, and chooses it', async () => {
  const { told, user } = show([GOOGLE, { ...MICROSOFT, disabled: true }]);
  await screen.findByText('3 courses and groups');
  expect(screen.getByRole('option', { name: /<b>Art/ })).toBeDefined();
  await user.type(screen.getByRole('searchbox'), 'LOWER');
  const [found] = screen.getAllByRole('option', { name: /Maths/ });
  await user.click(found as HTMLElement);
  expect(told.mock.calls).toEqual([
    [{ integrationId: 'i-1', service: 'google', id: 'c-1', name: 'Maths 2B' }],
  ]);
  expect(screen.getByText('Chosen: Maths 2B')).toBeDefined();
  await user.type(screen.getByRole('searchbox'), ' nothing');
  expect(screen.getByText('No course or group matches')).toBeDefined();
});

test('of several directories one is chosen first; one without courses says whose they would be', async () => {
  const { user } = show([GOOGLE, MICROSOFT]);
  expect(screen.queryByRole('listbox')).toBeNull();
  await user.selectOptions(screen.getByLabelText('Directory'), 'Our Microsoft');
  await screen.findByText(/no course or group of yours/);
  await user.selectOptions(screen.getByLabelText('Directory'), 'Our Google');
  await screen.findByText('3 courses and groups');
  expect(options().filter((text) => text?.startsWith('Maths'))).toEqual([
    expect.stringContaining('Maths 2B'),
    expect.stringContaining('Maths 10A'),
  ]);
});

test('no directory is connected: who can do something about it', () => {
  show([{ ...GOOGLE, disabled: true }]);
  expect(screen.getByText('No directory is connected')).toBeDefined();
  expect(screen.getByText(/An administrator connects/)).toBeDefined();
});

test('says how long it waits', async () => {
  const detail = { status: 429, retryAfter: 65, messages: ['later'] };
  show([GOOGLE], () => Promise.reject(new AppError('server', 'later', { detail })));
  expect((await screen.findByRole('timer')).textContent).toMatch(/^1:0[45]$/);
  expect(screen.getByText(/asked again by itself/)).toBeDefined();
});

test('says what is the matter with the consent, and tries again when it is told to', async () => {
  const detail = { status: 409, messages: ['Ask an administrator to give consent to it again.'] };
  const read = vi.fn<typeof readCoursePage>(READ);
  read.mockRejectedValueOnce(new AppError('conflict', 'consent', { detail }));
  const { user } = show([GOOGLE], read);
  expect((await screen.findByRole('alert')).textContent).toContain('Ask an administrator to give consent');
  await user.click(screen.getByRole('button', { name: 'Try again' }));
  await screen.findByText('3 courses and groups');
});

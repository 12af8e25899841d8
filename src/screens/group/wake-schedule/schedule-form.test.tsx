import { fireEvent, render, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { planOf, type WakePlan } from '#domain/devices/wake-schedule.ts';
import { AppError } from '#protocol/app-error.ts';
import { ScheduleForm } from './schedule-form.tsx';

let saved: WakePlan[];
let isDone: boolean;
let answer: () => Promise<void>;

const mornings = planOf({
  enabled: true,
  periods: [
    { day: 1, time: '07:45' },
    { day: 0, time: '09:00' },
  ],
});
const none = planOf(undefined);

function show(plan: WakePlan, canEdit = true) {
  render(
    <ScheduleForm
      plan={plan}
      canEdit={canEdit}
      save={(next) => {
        saved.push(next);
        return answer();
      }}
      onSaved={() => {
        isDone = true;
      }}
      onCancel={() => {}}
    />,
  );
  return userEvent.setup();
}

const button = (name: string) => screen.getByRole('button', { name });
const isIdle = (name: string) => button(name).getAttribute('aria-disabled') === 'true';
const onOff = () => screen.getByRole<HTMLInputElement>('switch');
const day = (name: string) => screen.getByRole('checkbox', { name });
const setTime = (value: string) =>
  fireEvent.change(screen.getByLabelText('Start time'), { target: { value } });
const listed = () =>
  within(screen.getByRole('list', { name: 'Start times' }))
    .getAllByRole('list')
    .map((list) => `${list.getAttribute('aria-label')} ${list.textContent}`);

beforeEach(() => {
  saved = [];
  isDone = false;
  answer = async () => {};
  vi.spyOn(console, 'warn').mockImplementation(() => {});
});
afterEach(() => vi.restoreAllMocks());

test('days stand from Monday to Sunday, in the form and in the list', () => {
  show(mornings);
  const days = screen.getAllByRole('checkbox').map((box) => box.parentElement?.textContent);
  expect(days).toEqual(['Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday', 'Sunday']);
  expect(listed()).toEqual(['Monday 07:45', 'Sunday 09:00']);
});

test('Add needs a day and a start time', async () => {
  const user = show(none);
  expect(isIdle('Add')).toBe(true);
  await user.click(day('Tuesday'));
  expect(isIdle('Add')).toBe(true);
  setTime('08:00');
  expect(isIdle('Add')).toBe(false);
  await user.click(day('Tuesday'));
  expect(isIdle('Add')).toBe(true);
  await user.click(button('Add'));
  expect(screen.getByText('No start times yet')).toBeDefined();
});

test('a schedule is added, switched on and submitted; what is twice stands once', async () => {
  const user = show(none);
  for (let round = 0; round < 2; round += 1) {
    await user.click(day('Sunday'));
    await user.click(day('Monday'));
    setTime('08:00');
    await user.click(button('Add'));
  }
  await user.click(onOff());
  await user.click(button('Submit'));
  expect(saved).toEqual([
    {
      enabled: true,
      periods: [
        { day: 1, time: '08:00' },
        { day: 0, time: '08:00' },
      ],
    },
  ]);
  expect(isDone).toBe(true);
});

test('on without a start time cannot be submitted', async () => {
  const user = show(none);
  await user.click(onOff());
  expect(isIdle('Submit')).toBe(true);
  expect(screen.getByRole('status').textContent).toBe('A schedule that is on needs at least one start time');
  await user.click(button('Submit'));
  expect(saved).toEqual([]);
});

test('the last period that is removed leaves nothing to submit', async () => {
  const user = show(mornings);
  await user.click(button('Remove Monday, 07:45'));
  expect(isIdle('Submit')).toBe(false);
  await user.click(button('Remove Sunday, 09:00'));
  expect(isIdle('Submit')).toBe(true);
});

test('Clear schedule empties it and switches it off', async () => {
  const user = show(mornings);
  await user.click(button('Clear schedule'));
  expect(onOff().checked).toBe(false);
  expect(isIdle('Clear schedule')).toBe(true);
  await user.click(button('Submit'));
  expect(saved).toEqual([{ enabled: false, periods: [] }]);
});

test('a refusal keeps the edit and says why', async () => {
  answer = () =>
    Promise.reject(new AppError('invalid', 'no', { detail: { messages: ['Too many periods.'] } }));
  const user = show(mornings);
  await user.click(onOff());
  await user.click(button('Submit'));
  expect((await screen.findByRole('alert')).textContent).toBe(
    'The schedule was not saved. Your changes are still here. Too many periods.',
  );
  expect([onOff().checked, isDone]).toEqual([false, false]);
});

test('others than maintainers only read it', () => {
  show(mornings, false);
  expect(listed()).toEqual(['Monday 07:45', 'Sunday 09:00']);
  expect(onOff().disabled).toBe(true);
  expect(screen.getAllByRole('button').map((each) => each.textContent)).toEqual(['Close']);
  expect(screen.getByText('The Group Maintainer role is required to change this schedule.')).toBeDefined();
});

import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { ActionPlace, ActionTarget } from '../action-bar/action-target.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { currentPolls, pollObstacle } from './current-poll.ts';
import { PollDialog } from './poll-dialog.tsx';

const place: ActionPlace = { kind: 'group', groupId: 'g1', title: '7A', isWhole: () => false };

function show(targets: readonly ActionTarget[] = [fakeTarget('c1'), fakeTarget('c2')]) {
  const onClose = vi.fn();
  render(<PollDialog place={place} targets={targets} onClose={onClose} />);
  return onClose;
}

const body = () => screen.getByLabelText('Question');
const send = () => screen.getByRole('button', { name: 'Send' });
const write = (text: string) => fireEvent.change(body(), { target: { value: text } });
const answer = (letter: string, text: string) =>
  fireEvent.change(screen.getByLabelText(`Answer ${letter}`), { target: { value: text } });
const asked = () => currentPolls.get('g1');

beforeEach(() => sessionStorage.clear());
afterEach(() => {
  act(() => currentPolls.close('g1'));
  cleanup();
});

describe('a question', () => {
  test('is not sent without a body, also not one of spaces; the button says so and leads to the question', async () => {
    const onClose = show();
    expect(send().getAttribute('aria-disabled')).toBe('true');
    expect(send().getAttribute('aria-description')).toBe('Write a question first');
    write('   ');
    await userEvent.click(send());
    expect(asked()).toBeUndefined();
    expect(document.activeElement).toBe(body());
    expect(onClose).not.toHaveBeenCalled();
  });

  test('of a choice needs an answer, and says which is missing', async () => {
    const onClose = show();
    write('Ready?');
    await userEvent.click(send());
    expect(screen.getByText('Enter at least one answer to choose from')).toBeTruthy();
    expect(document.activeElement).toBe(screen.getByLabelText('Answer A'));
    expect(screen.getByLabelText('Answer A').getAttribute('aria-invalid')).toBe('true');
    expect(onClose).not.toHaveBeenCalled();
    answer('A', 'Yes');
    expect(screen.queryByText('Enter at least one answer to choose from')).toBeNull();
  });

  test('goes out trimmed, without empty answers, to those who were selected', async () => {
    const onClose = show();
    write(' Ready? ');
    answer('A', ' Yes ');
    answer('B', '   ');
    await userEvent.click(screen.getByLabelText('Multiple choice'));
    await userEvent.click(send());
    expect(asked()?.question).toEqual({ type: 'multipleChoice', body: 'Ready?', answers: ['Yes'] });
    expect(asked()?.audience).toEqual({
      clients: [
        { clientId: 'c1', userId: 'u-c1', authType: 'user' },
        { clientId: 'c2', userId: 'u-c2', authType: 'user' },
      ],
    });
    expect(asked()?.respondents.map(({ name }) => name)).toEqual(['Student c1', 'Student c2']);
    expect(onClose).toHaveBeenCalledOnce();
  });

  test('in own words has no answers, whatever was written before', async () => {
    show();
    write('Why?');
    answer('A', 'left over');
    await userEvent.click(screen.getByLabelText('Short answer'));
    expect(screen.queryByLabelText('Answer A')).toBeNull();
    await userEvent.click(send());
    expect(asked()?.question).toEqual({ type: 'shortAnswer', body: 'Why?', answers: [] });
  });

  test('goes only to devices that are there', () => {
    show([fakeTarget('c1'), { ...fakeTarget('c2', { isOnline: false }), recipient: undefined }]);
    expect(screen.getByText('Student c1')).toBeTruthy();
  });

  test('is not asked while there is another one; the button of the bar says so, too', async () => {
    expect(pollObstacle.get(place)).toBeUndefined();
    currentPolls.ask('g1', {
      question: { type: 'shortAnswer', body: 'First?', answers: [] },
      audience: { groupId: 'g1' },
      recipients: [],
    });
    expect(pollObstacle.get(place)).toBe('Save or discard the results of the last question first');
    expect(pollObstacle.get({ ...place, groupId: 'g2' })).toBeUndefined();
    show();
    write('Second?');
    answer('A', 'Yes');
    await userEvent.click(send());
    expect(asked()?.question.body).toBe('First?');
  });
});

describe('the answers', () => {
  test('are ten at most, A to J; Enter goes on and never sends', async () => {
    show();
    write('Which?');
    const user = userEvent.setup();
    await user.click(screen.getByLabelText('Answer A'));
    for (let i = 0; i < 12; i += 1) await user.keyboard('x{Enter}');
    expect(screen.getAllByLabelText(/^Answer /).map((input) => input.getAttribute('aria-label'))).toEqual(
      [...'ABCDEFGHIJ'].map((letter) => `Answer ${letter}`),
    );
    // And the question.
    expect(screen.getAllByRole('textbox')).toHaveLength(11);
    expect(asked()).toBeUndefined();
    const add = screen.getByRole('button', { name: 'Add answer' });
    expect(add.getAttribute('aria-description')).toBe('A poll has at most 10 answers');
    await user.click(add);
    expect(screen.queryByLabelText('Answer K')).toBeNull();
  });

  test('can be taken away, but the last one', async () => {
    show();
    answer('A', 'first');
    answer('B', 'second');
    await userEvent.click(screen.getByRole('button', { name: 'Remove answer A' }));
    expect(screen.getByLabelText<HTMLInputElement>('Answer A').value).toBe('second');
    expect(screen.queryByRole('button', { name: 'Remove answer A' })).toBeNull();
  });
});

import { cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { PRESET_ENCODINGS } from '#domain/encoding.ts';
import type { ShareStart, ShareWish, StudentWish } from '#peer/share/begin-share.ts';
import type { ShareSession } from '#peer/share/share-sessions.ts';
import type { ActionPlace, ActionTarget } from '../action-bar/action-target.ts';
import { fakeTarget } from '../action-bar/fakes/fake-targets.ts';
import { ShareForm } from './share-form.tsx';

const place: ActionPlace = {
  kind: 'group',
  groupId: 'g1',
  title: '7A',
  isWhole: () => false,
  deviceCount: () => 24,
};
const displays = [
  { id: 'd1', primary: true },
  { id: 'd2', name: 'Projector', primary: false },
];

function show(
  options: { targets?: readonly ActionTarget[]; place?: ActionPlace; canCapture?: boolean } = {},
) {
  const begun: { wish: ShareWish | StudentWish; signal: AbortSignal }[] = [];
  let answer: (start: ShareStart) => void = () => {};
  const begin = (wish: ShareWish | StudentWish, signal: AbortSignal) => {
    begun.push({ wish, signal });
    return new Promise<ShareStart>((resolve) => {
      answer = resolve;
    });
  };
  const onClose = vi.fn();
  const onStudentShared = vi.fn();
  const { unmount } = render(
    <ShareForm
      place={options.place ?? place}
      targets={options.targets ?? [{ ...fakeTarget('c1'), displays }, fakeTarget('c2'), fakeTarget('c3')]}
      starts={{ shareOwn: begin, shareStudent: begin }}
      canCapture={options.canCapture ?? true}
      onStudentShared={onStudentShared}
      onClose={onClose}
    />,
  );
  const started: ShareStart = { ok: true, session: { peerId: 'tab' } as ShareSession };
  return {
    begun,
    onClose,
    onStudentShared,
    unmount,
    started,
    answer: (start: ShareStart) => answer(start),
  };
}

const share = () => screen.getByRole('button', { name: 'Share' });
const choose = (label: string | RegExp) => userEvent.click(screen.getByLabelText(label));
const select = (label: string, option: string) =>
  userEvent.selectOptions(screen.getByLabelText(label), screen.getByRole('option', { name: option }));

beforeEach(() => localStorage.clear());
afterEach(cleanup);

describe('the tutor’s screen', () => {
  test('goes to the selected devices in the quality for so many, and the dialog closes', async () => {
    const { begun, onClose, answer, started } = show();
    expect(screen.getByLabelText<HTMLInputElement>(/^High/).checked).toBe(true);
    await userEvent.click(share());
    expect(begun[0]?.wish).toEqual({
      audience: { clients: ['c1', 'c2', 'c3'].map((key) => fakeTarget(key).recipient) },
      groupId: 'g1',
      title: '',
      count: 3,
      encoding: PRESET_ENCODINGS.high,
    });
    expect(onClose).not.toHaveBeenCalled();
    answer(started);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
  });

  test('goes to the whole group, for which another quality is recommended', async () => {
    const { begun } = show();
    await choose('All of 7A');
    expect(screen.getByText('To 7A')).toBeTruthy();
    expect(screen.getByLabelText<HTMLInputElement>(/^Low/).checked).toBe(true);
    expect(screen.getByText('Recommended').closest('label')?.textContent).toContain('Low');
    await userEvent.click(share());
    expect(begun[0]?.wish).toMatchObject({
      audience: { groupId: 'g1' },
      title: '7A',
      count: 24,
      encoding: PRESET_ENCODINGS.low,
    });
  });

  test('keeps the quality that was chosen, whoever sees it', async () => {
    const { begun } = show();
    await choose(/^Medium/);
    await choose('All of 7A');
    await userEvent.click(share());
    expect(begun[0]?.wish.encoding).toEqual(PRESET_ENCODINGS.medium);
  });

  test('is not shared twice while the browser still asks', async () => {
    const { begun } = show();
    await userEvent.click(share());
    await userEvent.click(share());
    expect(begun).toHaveLength(1);
    expect(share().getAttribute('aria-description')).toBe('The share is being started');
  });

  test('that was not chosen leaves the dialog as it was, without a complaint', async () => {
    const { answer, onClose, begun } = show();
    await userEvent.click(share());
    answer({ ok: false, obstacle: { code: 'cancelled' } });
    await waitFor(() => expect(share().getAttribute('aria-disabled')).toBe('false'));
    expect(screen.queryByRole('alert')).toBeNull();
    expect(onClose).not.toHaveBeenCalled();
    await userEvent.click(share());
    expect(begun).toHaveLength(2);
  });

  test('says in the catalogue’s words why it cannot be shared', async () => {
    const { answer } = show();
    await userEvent.click(share());
    answer({ ok: false, obstacle: { code: 'peer', message: 'Failed to obtain peer configuration' } });
    expect((await screen.findByRole('alert')).textContent).toBe('Failed to obtain peer configuration');
  });

  test('is not shared by a browser that cannot', async () => {
    const { begun } = show({ canCapture: false });
    await userEvent.click(share());
    expect(begun).toEqual([]);
    expect(share().getAttribute('aria-description')).toBe('This browser cannot share its screen');
  });

  test('is not waited for once the dialog is closed', async () => {
    const { begun, unmount } = show();
    await userEvent.click(share());
    expect(begun[0]?.signal.aborted).toBe(false);
    unmount();
    expect(begun[0]?.signal.aborted).toBe(true);
  });
});

describe('a student’s screen', () => {
  test('needs a student, who is not among those who watch', async () => {
    const { begun } = show();
    await choose('A student’s screen');
    await userEvent.click(share());
    expect(begun).toEqual([]);
    expect(share().getAttribute('aria-description')).toBe('Choose the student whose screen is shared');
    await select('Student', 'Student c2');
    expect(screen.getByText('To 2 devices')).toBeTruthy();
    await userEvent.click(share());
    expect(begun[0]?.wish).toMatchObject({
      audience: { clients: [fakeTarget('c1').recipient, fakeTarget('c3').recipient] },
      sharer: { recipient: fakeTarget('c2').recipient, name: 'Student c2', displayId: undefined },
    });
  });

  test('may be one of several displays; then the student is shown', async () => {
    const { begun, answer, started, onStudentShared, onClose } = show();
    await choose('A student’s screen');
    expect(screen.queryByLabelText('Display')).toBeNull();
    await select('Student', 'Student c1');
    expect(screen.getByLabelText<HTMLSelectElement>('Display').selectedOptions[0]?.textContent).toBe(
      'Display 1 (primary)',
    );
    await select('Display', 'Projector');
    await userEvent.click(share());
    expect(begun[0]?.wish).toMatchObject({ sharer: { displayId: 'd2' } });
    expect(screen.getAllByRole('status').map(({ textContent }) => textContent)).toContain(
      'Waiting for the screen of Student c1…',
    );
    answer(started);
    await waitFor(() => expect(onClose).toHaveBeenCalledOnce());
    expect(onStudentShared).toHaveBeenCalledWith(
      expect.objectContaining({ place, displayId: 'd2', peerId: 'tab' }),
    );
  });

  test('is shared with nobody where only that student is selected', async () => {
    const { begun } = show({ targets: [fakeTarget('c1')] });
    await choose('A student’s screen');
    await select('Student', 'Student c1');
    expect(share().getAttribute('aria-description')).toContain('Select at least one other device');
    await choose('All of 7A');
    await userEvent.click(share());
    expect(begun[0]?.wish).toMatchObject({ audience: { groupId: 'g1' }, count: 23 });
  });

  test.each([
    ['privacy', 'Student c1 has privacy enabled. The screen is not shared.'],
    ['no-screen', 'Student c1 shares no screen now.'],
    ['refused', 'Student c1 does not want to share the screen.'],
    ['silent', 'Student c1 could not be reached within 15 seconds.'],
    ['no-connection', 'No picture came from Student c1. A direct connection could not be made.'],
  ] as const)('that does not come is told in words: %s', async (code, text) => {
    const { answer, onClose, onStudentShared } = show();
    await choose('A student’s screen');
    await select('Student', 'Student c1');
    await userEvent.click(share());
    answer({ ok: false, obstacle: { code } });
    expect((await screen.findByRole('alert')).textContent).toBe(text);
    expect(onClose).not.toHaveBeenCalled();
    expect(onStudentShared).not.toHaveBeenCalled();
    await select('Student', 'Student c2');
    expect(screen.queryByRole('alert')).toBeNull();
  });
});

describe('settings of one’s own', () => {
  const bitrate = () => screen.getByLabelText<HTMLInputElement>('Bitrate in kbps');

  test('take a bitrate from 100 to 10000', async () => {
    const { begun } = show();
    await choose(/^Custom/);
    for (const wrong of ['99', '10001', 'fast']) {
      fireEvent.change(bitrate(), { target: { value: wrong } });
      await userEvent.click(share());
      expect(screen.getByText('Please enter a number from 100 to 10000')).toBeTruthy();
      expect(bitrate().getAttribute('aria-invalid')).toBe('true');
    }
    expect(begun).toEqual([]);
    fireEvent.change(bitrate(), { target: { value: '10000' } });
    expect(screen.queryByText('Please enter a number from 100 to 10000')).toBeNull();
    await select('Frames per second', '60');
    await select('Size', 'Divided by 1.75');
    await select('Codec', 'H.264');
    await select('When the network is slow', 'Keep the framerate');
    await userEvent.click(share());
    expect(begun[0]?.wish.encoding).toEqual({
      codec: 'H264',
      maxBitrate: 10_000,
      maxFramerate: 60,
      scaleResolutionDownBy: 1.75,
      degradationPreference: 'maintain-framerate',
    });
  });

  test('offer what the specification lists', async () => {
    show();
    await choose(/^Custom/);
    const optionsOf = (label: string) =>
      [...screen.getByLabelText<HTMLSelectElement>(label).options].map(({ text }) => text);
    expect(optionsOf('Frames per second')).toEqual(['5', '10', '15', '20', '30', '45', '60']);
    expect(optionsOf('Size')).toEqual(['Full size', ...[1.25, 1.5, 1.75, 2].map((by) => `Divided by ${by}`)]);
    expect(optionsOf('Codec')).toEqual(['Auto', 'VP8', 'VP9', 'H.264', 'AV1']);
    expect(optionsOf('When the network is slow')).toEqual([
      ...['Balanced', 'Keep the framerate', 'Keep the resolution'],
    ]);
  });
});

test('on one device’s screen there is no group to choose', () => {
  show({ place: { kind: 'device', clientId: 'c1' }, targets: [fakeTarget('c1')] });
  expect(screen.queryByText('Who sees it')).toBeNull();
  expect(screen.getByText('To 1 device')).toBeTruthy();
});

test('a name from a device is text in one line', async () => {
  show({ targets: [{ ...fakeTarget('c1'), name: '<b>A</b>\u202edа\n!' }, fakeTarget('c2')] });
  await choose('A student’s screen');
  expect(screen.getByRole('option', { name: '<b>A</b> dа !' })).toBeTruthy();
});

test('the screen of a student whose device cannot share it is not offered', async () => {
  const targets = [{ ...fakeTarget('c1', { unsupported: ['shareScreen'] }), displays }, fakeTarget('c2')];
  show({ targets });
  await choose('A student’s screen');
  const names = screen.getAllByRole('option').map(({ textContent }) => textContent);
  expect(names).toContain('Student c2');
  expect(names).not.toContain('Student c1');
});

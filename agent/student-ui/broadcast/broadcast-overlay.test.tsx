import { fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, it, vi } from 'vitest';
import { m } from '../messages.ts';
import { BroadcastOverlay } from './broadcast-overlay.tsx';

afterEach(() => vi.restoreAllMocks());

/** A browser that plays sound only after a gesture. Answers whether each attempt was muted. */
function refuseSound(): boolean[] {
  const attempts: boolean[] = [];
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockImplementation(function (this: HTMLMediaElement) {
    attempts.push(this.muted);
    const error = new DOMException('the user did not interact', 'NotAllowedError');
    return this.muted ? Promise.resolve() : Promise.reject(error);
  });
  return attempts;
}

function show({ muted = false, sounds = true } = {}) {
  const stream = new MediaStream();
  vi.spyOn(stream, 'getAudioTracks').mockReturnValue(sounds ? [{} as MediaStreamTrack] : []);
  const overlay = (isMuted: boolean) => (
    <BroadcastOverlay
      broadcast={{ stream, tutorName: 'Anna' }}
      muted={isMuted}
      onClose={() => {}}
      extra={null}
    >
      {null}
    </BroadcastOverlay>
  );
  const { rerender } = render(overlay(muted));
  return { becomesMuted: (next: boolean) => rerender(overlay(next)) };
}
const video = () => screen.getByLabelText<HTMLVideoElement>(m.broadcastPicture);

it('plays without sound where the browser wants a gesture first, and offers the sound', async () => {
  const attempts = refuseSound();
  show();
  const turnOn = await screen.findByRole('button', { name: m.soundOn });
  await expect.poll(() => attempts).toEqual([false, true]);
  expect(video().muted).toBe(true);
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  await userEvent.click(turnOn);
  expect(video().muted).toBe(false);
  expect(screen.queryByRole('button', { name: m.soundOn })).toBeNull();
});

it('goes on without sound where the tutor’s end of mute finds a browser that wants a gesture', async () => {
  const attempts = refuseSound();
  const { becomesMuted } = show({ muted: true });
  expect(attempts).toEqual([true]);
  becomesMuted(false);
  expect(await screen.findByRole('button', { name: m.soundOn })).toBeTruthy();
  await expect.poll(() => attempts).toEqual([true, false, true]);
});

it('offers no sound where there is none', async () => {
  const attempts = refuseSound();
  show({ sounds: false });
  await expect.poll(() => attempts).toEqual([false, true]);
  expect(screen.queryByRole('button', { name: m.soundOn })).toBeNull();
});

it('says that the picture is about to come until it moves', () => {
  vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue();
  show();
  fireEvent(video(), new Event('loadeddata'));
  expect(screen.getByText(m.broadcastComes)).toBeTruthy();
  fireEvent(video(), new Event('playing'));
  expect(screen.queryByText(m.broadcastComes)).toBeNull();
});

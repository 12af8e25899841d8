/** Everything that tutors show over a student's screen, in z-order. */
import type { Canvas } from '@napi-rs/canvas';
import { type DeviceState, shownLock } from '../../core/device-state.ts';
import { effectsOf } from '../../core/effects.ts';
import type { Pen } from '../../node/paint/pen/pen.ts';
import type { Rect } from '../../node/paint/pen/pen-shapes.ts';
import { paintFullScreenRequest, paintNameDialogue, paintPoll } from './dialogues.ts';
import { paintRemoteInput, type RemoteInput } from './remote-input.ts';
import { paintBroadcast, paintChatRoom } from './shared-windows.ts';
import { SHELF_HEIGHT } from './shelf.ts';
import {
  type BadgeKind,
  paintBadges,
  paintCountdown,
  paintFrame,
  paintPill,
  paintSignedIn,
} from './signs.ts';
import { paintToast, type Toast } from './toast.ts';

export type OverlayView = {
  state: Readonly<DeviceState>;
  toast: Toast | undefined;
  /** The picture of the tutor's broadcast, once it has arrived. */
  picture: Canvas | undefined;
  remote: RemoteInput | undefined;
  display: { id: string; primary: boolean };
  now: number;
};

const BESIDE_CHAT = 664;

/** Windows and dialogues are on the primary display, signs on all displays. */
export function paintOverlays(
  pen: Pen,
  desk: Rect,
  { state, toast, picture, remote, display, now }: OverlayView,
): void {
  const covered = shownLock(state)?.name === 'message';
  const room = state.rooms.at(-1);
  if (display.primary && room && !covered) paintChatRoom(pen, desk, room);
  // Shown over a lock as well, because a tutor who broadcasts to locked screens wants to be seen.
  if (display.primary && state.broadcast) paintBroadcast(pen, desk, state.broadcast, picture);
  if (display.primary && !covered) {
    const left = room ? BESIDE_CHAT : 18;
    const bottom = desk.h - SHELF_HEIGHT - (pausedWords(state) ? 96 : 16);
    if (state.login) paintSignedIn(pen, { x: left, y: bottom }, state.login);
    if (state.nameRequested) paintNameDialogue(pen, desk);
    if (state.fullScreen === 'requested') paintFullScreenRequest(pen, desk);
    if (state.poll) paintPoll(pen, desk, state.poll);
  }
  if (display.primary && toast) paintToast(pen, desk, toast);
  paintSigns(pen, desk, state, display, now);
  if (display.primary && remote) paintRemoteInput(pen, desk, remote);
}

function paintSigns(
  pen: Pen,
  desk: Rect,
  state: Readonly<DeviceState>,
  { id }: { id: string },
  now: number,
): void {
  const top = state.power ? paintCountdown(pen, desk, state.power, now) + 8 : 0;
  const frame = frameOf(state);
  if (frame) paintFrame(pen, desk, { ...frame, y: top });
  const paused = pausedWords(state);
  if (paused) paintPill(pen, desk.w / 2, desk.h - SHELF_HEIGHT - 84, paused, '#1f2a44', '#ffffff');
  paintBadges(pen, desk, top + 66, badgesOf(state, id));
}

function pausedWords(state: Readonly<DeviceState>): string | undefined {
  const { inputsBlocked, keysBlocked } = effectsOf(state);
  if (inputsBlocked) return 'Mouse and keyboard are paused';
  return keysBlocked ? 'The keyboard is paused' : undefined;
}

function badgesOf(state: Readonly<DeviceState>, displayId: string): readonly BadgeKind[] {
  const { muted, inputsBlocked: inputs, keysBlocked: keys, awake } = effectsOf(state);
  const shown: Record<BadgeKind, boolean> = {
    muted,
    inputs,
    remote: state.remoteControl !== undefined,
    sharing: state.shares.some((share) => share.displayId === displayId),
    keys,
    awake,
    captured: state.policies.captured,
  };
  return (Object.keys(shown) as BadgeKind[]).filter((kind) => shown[kind]);
}

/** Returns the frame of the newest effect on the whole screen. */
function frameOf(state: Readonly<DeviceState>) {
  const { fullScreen, remoteControl } = state;
  const lock = shownLock(state);
  if (remoteControl) return { words: 'Remote control', color: '#6d3fd1', ink: '#ffffff' };
  if (lock?.name === 'address')
    return { words: 'Your teacher has opened this page', color: '#f59f00', ink: '#2b1d00' };
  if (lock?.name === 'current-tab')
    return { words: 'Your teacher keeps you on this page', color: '#f59f00', ink: '#2b1d00' };
  return fullScreen === 'FULL' ? { words: 'Full screen', color: '#2b8a3e', ink: '#ffffff' } : undefined;
}

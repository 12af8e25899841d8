import { expect, it } from 'vitest';
import type { Application } from '#protocol/feedback.ts';
import { FRESH_STATE } from '../core/device-state.ts';
import { createDesktopScreen } from './desktop-screen.ts';
import { createFakePlatform } from './platform/fakes/fake-platform.ts';

const EDITOR: Application = { appId: 'Gedit', windowId: '0x1', title: 'essay.txt', active: true };
const OTHER: Application = { ...EDITOR, windowId: '0x2', title: 'notes.txt', active: false };

it('reports the windows once for each change', async () => {
  const platform = createFakePlatform();
  const screen = createDesktopScreen(platform);
  const changes: string[] = [];
  screen.onChange((change) => changes.push(change));
  platform.setWindows([EDITOR]);
  await expect.poll(() => screen.applications()).toEqual([EDITOR]);
  platform.setWindows([{ ...EDITOR }]);
  platform.setWindows([EDITOR, OTHER]);
  await expect.poll(() => screen.applications().length).toBe(2);
  expect(changes).toEqual(['applications', 'applications']);
});

it('closes the windows of a program by its id, and one window by its own', async () => {
  const platform = createFakePlatform();
  const screen = createDesktopScreen(platform);
  platform.setWindows([EDITOR, OTHER]);
  await screen.start();
  await screen.closeApplications(['0x2', 'unknown']);
  expect(platform.closed).toEqual(['0x2']);
  await screen.closeApplications(['Gedit']);
  expect(platform.closed).toEqual(['0x2', '0x1', '0x2']);
});

it('refuses to focus a window that is not open', async () => {
  const platform = createFakePlatform();
  const screen = createDesktopScreen(platform);
  platform.setWindows([EDITOR]);
  await screen.start();
  expect(await screen.focusApplication('0x1')).toEqual({ ok: true });
  expect(await screen.focusApplication('0x9')).toEqual({ ok: false, code: 'refused' });
});

it('mutes again when the student turns the sound on, but only while it is muted', async () => {
  const platform = createFakePlatform();
  const screen = createDesktopScreen(platform);
  platform.undo('muted');
  expect(platform.effectsDone).toEqual([]);
  screen.show({ ...FRESH_STATE, muted: true });
  platform.undo('muted');
  await expect
    .poll(() => platform.effectsDone)
    .toEqual([
      { name: 'muted', value: true },
      { name: 'muted', value: true },
    ]);
});

it('takes a picture of a display in the requested size, and none of an unknown one', async () => {
  const screen = createDesktopScreen(createFakePlatform());
  const request = { displayId: 'one', width: 2, height: 2, quality: 50 };
  expect(await screen.draw(request)).toMatchObject({ contentType: 'image/jpeg', width: 2, height: 1 });
  expect(await screen.draw({ ...request, displayId: 'two' })).toBeUndefined();
});

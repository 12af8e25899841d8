import { afterEach, expect, test, vi } from 'vitest';
import { captureScreen } from './capture-screen.ts';

afterEach(() => void vi.restoreAllMocks());

const failing = (error: unknown) => ({ getDisplayMedia: () => Promise.reject(error) });

test('asks for the framerate that will be sent, for no sound, and not for the console itself', async () => {
  const asked: unknown[] = [];
  const stream = {} as MediaStream;
  const devices = {
    async getDisplayMedia(options?: DisplayMediaStreamOptions) {
      asked.push(options);
      return stream;
    },
  };
  expect(await captureScreen(devices, 20)).toBe(stream);
  expect(asked).toEqual([
    { video: { frameRate: { ideal: 20 } }, audio: false, selfBrowserSurface: 'exclude' },
  ]);
});

test('a failure is logged and rethrown as it is', async () => {
  const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
  const error = new DOMException('Could not start video source', 'NotReadableError');
  await expect(captureScreen(failing(error), 30)).rejects.toBe(error);
  expect(warned).toHaveBeenCalledWith('screen capture', error);
});

test.each([
  ['Permission denied', 0],
  ['Permission denied by system', 1],
])(
  'a question that was closed is no failure, one that the system answered is: %s',
  async (message, warnings) => {
    const warned = vi.spyOn(console, 'warn').mockImplementation(() => {});
    vi.spyOn(console, 'info').mockImplementation(() => {});
    const error = new DOMException(message, 'NotAllowedError');
    await expect(captureScreen(failing(error), 30)).rejects.toBe(error);
    expect(warned).toHaveBeenCalledTimes(warnings);
  },
);

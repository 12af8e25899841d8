/** The only access to the tutor's own screen. */
import { isPickerClosed } from '#domain/devices/screen-picker.ts';

/** A Chromium option that TypeScript's library does not declare yet. */
type CaptureOptions = DisplayMediaStreamOptions & { selfBrowserSurface?: 'include' | 'exclude' };

/**
 * Prompts the tutor to choose a screen, window or tab. Rejects with the browser's error, which is logged
 * here; `isPickerClosed` identifies a cancelled prompt.
 */
export async function captureScreen(
  devices: Pick<MediaDevices, 'getDisplayMedia'>,
  maxFramerate: number,
): Promise<MediaStream> {
  const options: CaptureOptions = {
    video: { frameRate: { ideal: maxFramerate } },
    audio: false,
    // Sharing the console would show the class the screens of all its students.
    selfBrowserSurface: 'exclude',
  };
  try {
    return await devices.getDisplayMedia(options);
  } catch (error) {
    if (isPickerClosed(error)) console.info('screen capture: nothing was chosen');
    else console.warn('screen capture', error);
    throw error;
  }
}

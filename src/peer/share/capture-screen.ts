/** The one door to the tutor's own screen. */
import { isPickerClosed } from '#domain/devices/screen-picker.ts';

/** Chromium's; TypeScript's library does not know it yet. */
type CaptureOptions = DisplayMediaStreamOptions & { selfBrowserSurface?: 'include' | 'exclude' };

/**
 * Asks the tutor which screen, window or tab. Rejects with the browser's own error, which is logged here;
 * `isPickerClosed` tells the one that is none.
 */
export async function captureScreen(
  devices: Pick<MediaDevices, 'getDisplayMedia'>,
  maxFramerate: number,
): Promise<MediaStream> {
  const options: CaptureOptions = {
    video: { frameRate: { ideal: maxFramerate } },
    audio: false,
    // The console itself would show the class the screens of all.
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

/** The one door to the tutor's own screen. */
import { isPickerClosed } from '#domain/screen-picker.ts';

/**
 * Asks the tutor which screen, window or tab. Rejects with the browser's own error, which is logged here (SHARE-06);
 * `isPickerClosed` tells the one that is none.
 */
export async function captureScreen(
  devices: Pick<MediaDevices, 'getDisplayMedia'>,
  maxFramerate: number,
): Promise<MediaStream> {
  try {
    return await devices.getDisplayMedia({ video: { frameRate: { ideal: maxFramerate } }, audio: false });
  } catch (error) {
    if (isPickerClosed(error)) console.info('screen capture: nothing was chosen');
    else console.warn('screen capture', error);
    throw error;
  }
}

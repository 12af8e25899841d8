/** The one door to the tutor's own screen. */

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

/** The tutor closed the browser's question, or the browser or the system said no for them. */
export const isPickerClosed = (error: unknown): boolean =>
  error instanceof DOMException && (error.name === 'NotAllowedError' || error.name === 'AbortError');

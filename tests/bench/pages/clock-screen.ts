/** Runs in the student page: what the student shares is the drawn clock. */
import { captureDrawnClock } from './drawn-clock.ts';

navigator.mediaDevices.getDisplayMedia = async () => captureDrawnClock();

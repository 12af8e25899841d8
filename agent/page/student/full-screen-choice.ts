/** The result when a student accepts a tutor's request for the entire screen. */
import type { FullScreenChoice } from '../../student-ui/student-state.ts';
import type { ShareState } from '../screen/shared-screen.ts';

/** A browser that does not report the surface counts as sharing the entire screen. */
export const isEntireScreen = (share: ShareState): boolean =>
  share.name === 'shared' && (share.surface ?? 'monitor') === 'monitor';

/** Compares the share before the browser's picker with the one after it. */
export function fullScreenChoice(before: ShareState, chosen: ShareState): FullScreenChoice {
  if (isEntireScreen(chosen)) return 'entire';
  if (chosen.name === 'none') return chosen.why === 'failed' ? 'failed' : 'refused';
  // The previous share continues, so nothing was chosen.
  return chosen.name === 'shared' && chosen !== before ? 'other' : 'refused';
}

/** What became of a student's “Accept” when a tutor asks for the entire screen. */
import type { ShareState } from '../screen/shared-screen.ts';

/** `other`: a window or a tab. `refused`: the student put the browser's question away. `failed`: the browser could not. */
export type FullScreenChoice = 'entire' | 'other' | 'refused' | 'failed';

/** Not every browser says what was chosen. */
export const isEntireScreen = (share: ShareState): boolean =>
  share.name === 'shared' && (share.surface ?? 'monitor') === 'monitor';

/** `before` the browser asked, and after it. */
export function fullScreenChoice(before: ShareState, chosen: ShareState): FullScreenChoice {
  if (isEntireScreen(chosen)) return 'entire';
  if (chosen.name === 'none') return chosen.why === 'failed' ? 'failed' : 'refused';
  // What was shared before is still shared: nothing else was chosen.
  return chosen.name === 'shared' && chosen !== before ? 'other' : 'refused';
}

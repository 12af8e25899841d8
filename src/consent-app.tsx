/**
 * The page that the window returns to after a directory’s administrator has consented. Needs no session.
 */

import { consentRequests } from '#session/consent-requests.ts';
import { openRoot } from '#ui/boundary/open-root.tsx';
import { ConsentReturnPage } from './screens/sign-in/consent-return-page.tsx';

const closeWindow = () => window.close();

export function startConsentReturn(root: HTMLElement): void {
  const answer = consentRequests.answer(location.hash);
  // A reload or the history must not show the answer again.
  history.replaceState(null, '', location.pathname);
  openRoot(root, <ConsentReturnPage answer={answer} closeWindow={closeWindow} />);
}

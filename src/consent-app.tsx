/** The page to which a window comes back after the consent of a directory’s administrator. It needs no session. */
import { ConsentReturnPage } from './screens/sign-in/consent-return-page.tsx';
import { consentRequests } from './session/consent-requests.ts';
import { openRoot } from './ui/boundary/open-root.tsx';

const closeWindow = () => window.close();

export function startConsentReturn(root: HTMLElement): void {
  const answer = consentRequests.answer(location.hash);
  // Neither a reload nor the history may show it again.
  history.replaceState(null, '', location.pathname);
  openRoot(root, <ConsentReturnPage answer={answer} closeWindow={closeWindow} />);
}

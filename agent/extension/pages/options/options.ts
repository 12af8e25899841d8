/** The page on which a person connects a browser that no administrator manages. */
import { parseDeployment, type SiteDeployment } from '#protocol/deployment.ts';
import { ENTERED_SETTINGS, STATUS_PORT, type StatusMessage } from '../../links.ts';
import { m } from '../../messages.ts';
import { statusText } from '../status-text.ts';
import { followWorker } from '../worker-port.ts';

const form = document.querySelector('form');
const settings = document.querySelector<HTMLTextAreaElement>('#settings');
const outcome = document.querySelector('#outcome');
const state = document.querySelector('#state');

const say = (text: string) => {
  if (outcome) outcome.textContent = text;
};

function entered(): SiteDeployment | undefined {
  try {
    return parseDeployment(settings?.value ?? '');
  } catch {
    return undefined;
  }
}

form?.addEventListener('submit', (event) => {
  event.preventDefault();
  const deployment = entered();
  if (deployment?.secret === undefined) {
    say(m.settingsWrong);
    return;
  }
  void chrome.storage.local.set({ [ENTERED_SETTINGS]: deployment }).then(() => say(m.settingsSaved));
});

void chrome.storage.managed
  .get()
  .catch(() => ({}))
  .then((managed) => {
    if (Object.keys(managed).length === 0) return;
    form?.remove();
    document.querySelector('main')?.append(m.settingsManaged);
  });
followWorker<StatusMessage>(STATUS_PORT, (status) => {
  if (state) state.textContent = statusText(status);
});

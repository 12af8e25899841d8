/** Takes screenshots and saves them: a single one as a JPEG file, several as one zip file. */

import { safeFileName } from '#domain/files/file-name.ts';
import { thumbnailQuality, toZoom } from '#domain/groups/zoom.ts';
import { shownText } from '#domain/shown-text.ts';
import { displayChoices } from '#live/display-choices.ts';
import { onDemand } from '#live/live-connection.ts';
import type { Snapshot } from '#live/on-demand.ts';
import { createObservable } from '#protocol/observable.ts';
import { storedText } from '#protocol/storage/stored-value.ts';
import { activities } from '#shell/activity/activity.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { saveFile } from '#ui/save-file.ts';
import { zipFiles } from '#ui/zip-files.ts';
import type { ActionContext } from '../action-entry.ts';
import type { ActionPlace } from '../action-target.ts';
import { performAction, recipientsOf } from '../perform.ts';
import { m } from './messages.ts';
import { type Missing, type SnapshotFile, snapshotFiles } from './snapshot-files.ts';

const SINGLE_DEVICE_QUALITY = 100;
const MAX_NAMES = 5;
const MAX_ZIP_NAME_LENGTH = 120;

const runningCount = createObservable(0);

/** Disables the button while screenshots are being taken. For `useObservable`. */
export const snapshotObstacle = {
  subscribe: runningCount.subscribe,
  get: (): string | undefined => (runningCount.get() > 0 ? m.taking : undefined),
};

/** The quality of the cards at the zoom that the group screen stores, or the lowest if no zoom is stored. */
function qualityAt({ kind }: ActionPlace): number {
  if (kind === 'device') return SINGLE_DEVICE_QUALITY;
  return thumbnailQuality(toZoom(storedText(() => localStorage, 'zoomLevel').get()));
}

async function save(files: readonly SnapshotFile[], place: ActionPlace): Promise<void> {
  const [only] = files;
  if (files.length === 1 && only) {
    saveFile(new Blob([only.bytes], { type: 'image/jpeg' }), only.name);
    return;
  }
  const now = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'medium' }).format(
    Date.now(),
  );
  const words = m.zipName({
    place: place.kind === 'group' ? place.title : '',
    time: now.replaceAll(':', '-'),
  });
  const name = safeFileName(words, {
    extension: '.zip',
    maxLength: MAX_ZIP_NAME_LENGTH,
    fallback: m.fallback,
  });
  saveFile(await zipFiles(files), name);
}

function notifyMissing(
  missing: readonly Missing[],
  { total, title }: { total: number; title?: string },
): void {
  const shownNames = missing.slice(0, MAX_NAMES).map(({ name, isPrivate }) => {
    const shown = shownText(name, 80);
    return isPrivate ? m.withPrivacy({ name: shown }) : shown;
  });
  const count = missing.length - shownNames.length;
  const names = count > 0 ? m.andMore({ names: shownNames.join(', '), count }) : shownNames.join(', ');
  toasts.show({
    type: 'warning',
    ...(title && { title }),
    text: m.missing({ count: missing.length, total, names }),
    closable: true,
  });
}

/** Resolves when the files are saved; a failure is shown as a toast and not thrown. */
async function saveTaken(
  { run, taken }: Snapshot,
  place: ActionPlace,
  names: ReadonlyMap<string, string>,
): Promise<void> {
  runningCount.set(runningCount.get() + 1);
  try {
    const { files, missing } = snapshotFiles((await taken).devices, names);
    if (files.length > 0) await save(files, place);
    if (missing.length > 0) {
      notifyMissing(missing, { total: names.size, ...(files.length === 0 && { title: m.failed }) });
      // The toast replaces the entry of the activity area, so that a failure is shown once.
      activities.close(run.id);
    }
  } catch (error) {
    console.warn('screenshot', error);
    toasts.show({ type: 'warning', text: m.failed });
  } finally {
    run.dropPictures();
    runningCount.set(runningCount.get() - 1);
  }
}

/** Does nothing if no target can send a picture, or while earlier screenshots are being taken. */
export function takeSnapshots(context: ActionContext): void {
  if (runningCount.get() > 0) return;
  const { place, targets } = context;
  const recipients = recipientsOf({ action: 'snapshot' }, targets);
  const names = new Map(recipients.map(({ recipient, name }) => [recipient.clientId, name]));
  const displays = (place.kind !== 'list' && place.displays) || displayChoices.choices;
  const chosen = Object.entries(displays).filter(([clientId]) => names.has(clientId));
  performAction(
    {
      action: 'snapshot',
      title: m.snapshot,
      send(audience) {
        const snapshot = onDemand.snapshot(audience, Object.fromEntries(chosen), qualityAt(place));
        void saveTaken(snapshot, place, names);
        return snapshot.run;
      },
    },
    context,
  );
}

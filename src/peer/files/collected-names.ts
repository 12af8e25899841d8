/** Download names of collected files. Pure. */

import { nameParts, safeFileName, uniqueFileNames } from '#domain/files/file-name.ts';
import { shownText } from '#domain/shown-text.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import type { EpochMs } from '#protocol/clock.ts';
import type { ExchangeTarget } from './file-record.ts';

const MAX_NAME_LENGTH = 200;
/** Limit for the device's name; the rest is left to the file's own name. */
const MAX_WHOSE_LENGTH = 80;

/**
 * Names in input order. Students often use equal names, so with several devices the device's name is first.
 */
export function collectedNames(wanted: readonly { target: ExchangeTarget; file: RetrievedFile }[]): string[] {
  const devices = new Set(wanted.map(({ target }) => target.recipient.clientId));
  // Files of one device may come from several folders.
  if (devices.size < 2) return uniqueFileNames(wanted.map(({ file }) => file.fileName));
  return uniqueFileNames(
    wanted.map(({ target, file }) => {
      const { stem, extension } = nameParts(file.fileName);
      const whose = shownText(target.name, MAX_WHOSE_LENGTH);
      const { clientId } = target.recipient;
      return safeFileName(`${whose} - ${stem}`, {
        extension,
        maxLength: MAX_NAME_LENGTH,
        fallback: clientId,
      });
    }),
  );
}

/** Name of the zip that holds several files. */
export function collectedZipName(at: EpochMs): string {
  const time = new Intl.DateTimeFormat('sv-SE', { dateStyle: 'short', timeStyle: 'short' }).format(at);
  return `Collected files ${time.replace(':', '.')}.zip`;
}

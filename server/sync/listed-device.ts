import type { Service } from '#directories/directories.ts';
import type { DirectoryDevice } from '#directories/directory.ts';
import type { ListedDevice } from '#store/sync/device-items.ts';

/** Devices that Google lists are Chromebooks; those of Microsoft are Windows computers. */
export const listedDevice = (
  service: Service,
  { id, hostname, serialNumber }: DirectoryDevice,
): ListedDevice => ({
  id,
  hostname: hostname ?? '',
  serialNumber,
  type: service === 'google' ? 'extension' : 'windowsAgent',
});

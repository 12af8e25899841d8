/** Lists the Chromebooks of an organisational unit of Google. */
import type { Directory, DirectoryDevice } from '../directory.ts';
import { ok } from '../directory.ts';
import type { GoogleCalls } from './google-calls.ts';
import { type Chromebook, chromebooksSchema } from './google-documents.ts';
import { knownUnit, WHOLE_SCHOOL } from './google-unit.ts';

/** Google's maximum. */
const DEVICES_PER_PAGE = '300';
/** Without this selection a document includes each day of each user. */
const FIELDS =
  'nextPageToken,chromeosdevices(deviceId,serialNumber,model,status,annotatedAssetId,recentUsers/email)';

export function createGoogleDevices(calls: GoogleCalls): Pick<Directory, 'devices'> {
  return {
    async devices(at, after, signal) {
      const unit = await knownUnit(calls, at, { isFirst: after === undefined, signal });
      if (unit.name !== 'read') return unit;
      const where =
        unit.value === WHOLE_SCHOOL ? {} : { orgUnitPath: unit.value, includeChildOrgunits: 'true' };
      const answer = await calls.admin('/customer/my_customer/devices/chromeos', chromebooksSchema, {
        query: { ...where, maxResults: DEVICES_PER_PAGE, fields: FIELDS, pageToken: after },
        signal,
      });
      if (answer.name !== 'read') return answer;
      const devices = answer.value.chromeosdevices
        .filter(({ status }) => status !== 'DEPROVISIONED')
        .map(toDevice);
      return ok({ devices, next: answer.value.nextPageToken || undefined });
    },
  };
}

function toDevice({
  deviceId,
  serialNumber,
  annotatedAssetId,
  model,
  recentUsers,
}: Chromebook): DirectoryDevice {
  const user = recentUsers?.find(({ email }) => email)?.email;
  return {
    id: deviceId,
    serialNumber: serialNumber || undefined,
    hostname: annotatedAssetId || undefined,
    ...(model && { model }),
    ...(user && { user }),
  };
}

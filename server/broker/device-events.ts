/** Policy events of devices, `S/events/{clientId}` (wire protocol, Devices → console), on their way to the store. */
import type { SiteClaims } from './admission.ts';

export type DeviceEvent = {
  tenant: string;
  site: string;
  clientId: string;
  userId?: string | undefined;
  /** JSON of a device: for the store to check. */
  payload: unknown;
};
export type StoreDeviceEvent = (event: DeviceEvent) => Promise<void>;

/** Gives out a function that is shown every message of a client. */
export function createDeviceEvents(store: StoreDeviceEvent, failed: (error: unknown) => void) {
  return (message: { topic: string; payload: Buffer }, claims: SiteClaims): void => {
    const [tenant, site, what, clientId, ...rest] = message.topic.split('/');
    if (what !== 'events' || !tenant || !site || !clientId || rest.length > 0) return;
    try {
      const payload: unknown = JSON.parse(message.payload.toString());
      store({ tenant, site, clientId, userId: claims.userId, payload }).catch(failed);
    } catch (error) {
      failed(error);
    }
  };
}

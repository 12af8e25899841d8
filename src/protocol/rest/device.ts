import * as v from 'valibot';
import { AUTH_TYPES, DEVICE_TYPES } from '#domain/devices/device-type.ts';

/** The last person at a device, and the client they used. */
export const deviceSeatSchema = v.object({
  clientId: v.string(),
  userId: v.string(),
  authType: v.picklist(AUTH_TYPES),
  userName: v.string(),
});
export type DeviceSeat = v.InferOutput<typeof deviceSeatSchema>;

/** A device of the directory. Its reports while it is online come over MQTT. */
export const deviceSchema = v.looseObject({
  id: v.string(),
  hostname: v.string(),
  type: v.fallback(v.picklist(DEVICE_TYPES), 'unknown'),
  serialNumber: v.optional(v.nullable(v.string())),
  version: v.optional(v.string(), ''),
  alias: v.optional(v.nullable(v.string())),
  /** ISO 8601; null: never. */
  lastSeen: v.optional(v.nullable(v.string())),
  /** ISO 8601: when a site runner last sent it a wake, on anyone's request. */
  wolStatus: v.optional(v.nullable(v.string())),
  /** ISO 8601: since when the device may not log in; absent: it may. */
  shutOutAt: v.optional(v.nullable(v.string())),
});
export const deviceListSchema = v.array(deviceSchema);
export type Device = v.InferOutput<typeof deviceSchema>;

/** `PUT /devices/{id}/access`: shuts a device out, or lets it in again. */
export const deviceAccessBodySchema = v.object({ isShutOut: v.boolean() });
export const deviceAccessSchema = v.object({ id: v.string(), shutOutAt: v.nullable(v.string()) });
export type DeviceAccess = v.InferOutput<typeof deviceAccessSchema>;

/** A device in the site's list, with the further columns of its row. */
export const siteDeviceSchema = v.looseObject({
  ...deviceSchema.entries,
  /** Null: no person has used it yet. */
  client: v.optional(v.nullable(deviceSeatSchema), null),
  /** Ids of the device groups that contain it, through a list or through its host name. */
  groups: v.optional(v.array(v.string()), []),
});
export type SiteDevice = v.InferOutput<typeof siteDeviceSchema>;

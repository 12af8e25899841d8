import * as v from 'valibot';
import { AUTH_TYPES, DEVICE_TYPES } from '#domain/devices/device-type.ts';

/** Who was last at a device, and through which client. */
export const deviceSeatSchema = v.object({
  clientId: v.string(),
  userId: v.string(),
  authType: v.picklist(AUTH_TYPES),
  userName: v.string(),
});
export type DeviceSeat = v.InferOutput<typeof deviceSeatSchema>;

/** A device of the directory; what it reports while it is online comes over MQTT. */
export const deviceSchema = v.looseObject({
  id: v.string(),
  hostname: v.string(),
  type: v.fallback(v.picklist(DEVICE_TYPES), 'unknown'),
  serialNumber: v.optional(v.nullable(v.string())),
  version: v.optional(v.string(), ''),
  alias: v.optional(v.nullable(v.string())),
  /** ISO 8601; null: never. */
  lastSeen: v.optional(v.nullable(v.string())),
  /** ISO 8601: when a site runner last sent it a wake, whoever asked for that. */
  wolStatus: v.optional(v.nullable(v.string())),
});
export const deviceListSchema = v.array(deviceSchema);
export type Device = v.InferOutput<typeof deviceSchema>;

/** A device of the site's list, with what its row shows beside it. */
export const siteDeviceSchema = v.looseObject({
  ...deviceSchema.entries,
  /** Null: nobody yet. */
  client: v.optional(v.nullable(deviceSeatSchema), null),
  /** Ids of the groups of devices that it is in, by a list or by its hostname. */
  groups: v.optional(v.array(v.string()), []),
});
export type SiteDevice = v.InferOutput<typeof siteDeviceSchema>;

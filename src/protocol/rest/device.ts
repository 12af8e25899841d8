import * as v from 'valibot';
import { DEVICE_TYPES } from '#domain/devices/device-type.ts';

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
});
export const deviceListSchema = v.array(deviceSchema);
export type Device = v.InferOutput<typeof deviceSchema>;

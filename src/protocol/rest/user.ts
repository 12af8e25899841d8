import * as v from 'valibot';
import { DEVICE_TYPES } from '#domain/devices/device-type.ts';

/** A device that a person has used. `deviceId`: its id in the directory, if it has one. */
export const userDeviceSchema = v.object({
  clientId: v.string(),
  deviceId: v.nullable(v.string()),
  type: v.fallback(v.picklist(DEVICE_TYPES), 'unknown'),
  hostname: v.string(),
});
export type UserDevice = v.InferOutput<typeof userDeviceSchema>;

/** A person of the directory. `name` is the whole name: first and last name are not stored separately. */
export const userSchema = v.looseObject({
  id: v.string(),
  name: v.string(),
  email: v.optional(v.nullable(v.string())),
  properties: v.optional(v.looseObject({ picture: v.optional(v.string()) }), {}),
});
export const userListSchema = v.array(userSchema);
export type User = v.InferOutput<typeof userSchema>;

/** A person in the site's list, with the devices that they have used. */
export const siteUserSchema = v.looseObject({
  ...userSchema.entries,
  /** The newest first, five at most. */
  devices: v.optional(v.array(userDeviceSchema), []),
});
export type SiteUser = v.InferOutput<typeof siteUserSchema>;

import * as v from 'valibot';
import { deviceSchema } from './device.ts';
import { userSchema } from './user.ts';

/**
 * `GET /groups/{id}/members`: the users of a userGroup, the devices of a deviceGroup, or the devices whose
 * host names match a deviceMatchGroup at the moment. `PUT` takes their ids.
 */
export const groupMemberSchema = v.variant('kind', [
  v.looseObject({ ...userSchema.entries, kind: v.literal('user') }),
  v.looseObject({ ...deviceSchema.entries, kind: v.literal('device') }),
]);
export const groupMemberListSchema = v.array(groupMemberSchema);
export type GroupMember = v.InferOutput<typeof groupMemberSchema>;

/** `GET /groups/{id}/patterns`: the patterns of a deviceMatchGroup (src/domain/devices/device-pattern.ts). */
export const groupPatternListSchema = v.array(v.string());

/** `GET /groups/{id}/permissions`: ids of the tutors who see the group without being group maintainers. */
export const groupPermissionListSchema = v.array(v.string());

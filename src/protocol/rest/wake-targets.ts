import * as v from 'valibot';

/** Six bytes with one kind of mark between them. */
const MAC_ADDRESS = /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i;

/**
 * `GET /site-runners/self/wake-targets?tutorId=&(deviceIds=a,b | groupId=)`: with a site runner's own token, which
 * machines of its site are meant and by which addresses they are woken. `tutorId` is who asked the runner, from the
 * topic: devices out of that tutor's reach are left out, a group answers 404; `platform` reaches everything. A device
 * whose address nobody knows has none.
 */
export const wakeTargetSchema = v.object({
  deviceId: v.string(),
  macAddresses: v.array(v.pipe(v.string(), v.regex(MAC_ADDRESS))),
});
export const wakeTargetListSchema = v.array(wakeTargetSchema);
export type WakeTarget = v.InferOutput<typeof wakeTargetSchema>;

import * as v from 'valibot';

/** Six bytes with the same separator between them. */
const MAC_ADDRESS = /^[0-9a-f]{2}([:-])(?:[0-9a-f]{2}\1){4}[0-9a-f]{2}$/i;

/**
 * `GET /site-runners/self/wake-targets?tutorId=&(deviceIds=a,b | groupId=)`, with a site runner's own token:
 * the machines of its site to wake, and the addresses for that. `tutorId` is the tutor who sent the request
 * to the runner, from the topic. Devices out of that tutor's reach are left out, and a group answers 404;
 * `platform` reaches everything. A device without a known address has none here.
 */
export const wakeTargetSchema = v.object({
  deviceId: v.string(),
  macAddresses: v.array(v.pipe(v.string(), v.regex(MAC_ADDRESS))),
});
export const wakeTargetListSchema = v.array(wakeTargetSchema);
export type WakeTarget = v.InferOutput<typeof wakeTargetSchema>;

/**
 * Permissions for topics, as data. The broker enforces them, an external broker's ACL is generated from them,
 * and tests check them both ways. Anything that is not listed is refused.
 *
 * A pattern is split at `/`; a part is a literal, alternatives (`actions|demands`), `+` (any one), a closing
 * `#` (any rest), or one of:
 * `{tenant}` `{site}` `{self}` (sub, or a device's clientId) `{ownUser}` `{authType}` of the token,
 * `{ownPeople}` (`users` or `sessions` by the token's authType), `{runner}` (`runner-` and the own id),
 * `{permittedGroup}` (the tutor has permission), `{ownGroup}` (the device is in it),
 * `{permittedUser}` / `{permittedClient}` (in a permitted group of the tutor; anyone for a groupMaintainer),
 * `{ownRoom}` (a room that the tutor is in, or that was opened on the device).
 */
import type { RoleName } from '#domain/people/roles.ts';

export type TopicRule = {
  who: 'tutor' | 'device' | 'runner';
  may: 'publish' | 'subscribe';
  pattern: string;
  /** Only with this role. */
  role?: RoleName;
};

const S = '{tenant}/{site}';
const T = `${S}/tutors/{self}/v1`;

export const TOPIC_RULES: readonly TopicRule[] = [
  { who: 'tutor', may: 'publish', pattern: `${T}/groups/{permittedGroup}/actions|demands` },
  { who: 'tutor', may: 'publish', pattern: `${T}/users|sessions/{permittedUser}/actions|demands` },
  {
    who: 'tutor',
    may: 'publish',
    pattern: `${T}/users|sessions/{permittedUser}/clients/{permittedClient}/actions|demands`,
  },
  { who: 'tutor', may: 'publish', pattern: `${T}/siterunners/wol|actions` },
  { who: 'tutor', may: 'publish', pattern: `${T}/requeststopscreenshares` },
  { who: 'tutor', may: 'publish', pattern: `${S}/live-rooms/{ownRoom}/connected|send-message|disconnect` },
  { who: 'tutor', may: 'publish', pattern: `${S}/lastwill/tutors/{self}` },
  { who: 'tutor', may: 'subscribe', pattern: `${T}/backchannel/#` },
  { who: 'tutor', may: 'subscribe', pattern: `${S}/groups/{permittedGroup}/feedback/#` },
  { who: 'tutor', may: 'subscribe', pattern: `${S}/groups/{permittedGroup}/orders` },
  { who: 'tutor', may: 'subscribe', pattern: `${S}/lastwill/#` },
  { who: 'tutor', may: 'subscribe', pattern: `${S}/notifications/v1` },
  { who: 'tutor', may: 'subscribe', pattern: `${S}/live-rooms/{ownRoom}/#` },
  { who: 'tutor', may: 'subscribe', pattern: `${S}/presence/#`, role: 'groupMaintainer' },

  { who: 'device', may: 'publish', pattern: `${S}/groups/{ownGroup}/feedback/{self}/#` },
  { who: 'device', may: 'publish', pattern: `${S}/tutors/+/v1/backchannel/{self}/#` },
  { who: 'device', may: 'publish', pattern: `${S}/presence/{authType}/{ownUser}/{self}` },
  { who: 'device', may: 'publish', pattern: `${S}/lastwill/{authType}/{ownUser}/{self}` },
  { who: 'device', may: 'publish', pattern: `${S}/events/{self}` },
  { who: 'device', may: 'publish', pattern: `${S}/live-rooms/{ownRoom}/connected|send-message|disconnect` },
  { who: 'device', may: 'subscribe', pattern: `${S}/tutors/+/v1/groups/{ownGroup}/#` },
  { who: 'device', may: 'subscribe', pattern: `${S}/tutors/+/v1/{ownPeople}/{ownUser}/actions|demands` },
  {
    who: 'device',
    may: 'subscribe',
    pattern: `${S}/tutors/+/v1/{ownPeople}/{ownUser}/clients/{self}/actions|demands`,
  },
  { who: 'device', may: 'subscribe', pattern: `${S}/tutors/+/v1/requeststopscreenshares` },
  { who: 'device', may: 'subscribe', pattern: `${S}/clients/{self}/#` },
  // A tutor's last will ends that tutor's demands on the device.
  { who: 'device', may: 'subscribe', pattern: `${S}/lastwill/tutors/+` },
  { who: 'device', may: 'subscribe', pattern: `${S}/live-rooms/{ownRoom}/#` },

  { who: 'runner', may: 'publish', pattern: `${S}/tutors/+/v1/backchannel/{runner}/#` },
  { who: 'runner', may: 'subscribe', pattern: `${S}/tutors/+/v1/siterunners/wol|actions` },
];

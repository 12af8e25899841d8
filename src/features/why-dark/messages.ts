/** Why no picture of a device is visible, and the next step: one or two sentences for each reason. */
import { OLDEST_AGENT } from '#domain/devices/why-dark.ts';

const offline = (since: string) => (since === '' ? 'Offline' : `Offline since ${since}`);

/** The ends of a connection. */
const ENDS: Readonly<Record<string, string>> = {
  left: 'it was switched off or its agent was closed',
  lost: 'its connection broke',
  'session-ended': 'its session was ended',
  'token-expired': 'its access ran out',
  'not-allowed': 'it may not use this site any more',
  platform: 'the platform was restarted',
};

const REFUSALS: Readonly<Record<string, string>> = {
  'session-ended': 'its session has ended',
  'not-allowed': 'it may not use this site',
  'too-many-connections': 'it has too many connections open',
};

/** The faults of a message, by the live worker's reasons, for the person who repairs the agent. */
const DROPS: Readonly<Record<string, string>> = {
  topic: 'on a topic that no device has',
  kind: 'of a kind that this console does not know',
  'too-large': 'too large',
  'content-type': 'of another kind than pictures',
  'not-json': 'unreadable',
  schema: 'not as the protocol says',
  'too-deep': 'nested too deep',
  'foreign-client': 'in the name of another device',
  correlation: 'replies to another action than they name',
  'unknown-action': 'replies to an action that this browser did not ask for',
  picture: 'no pictures that this browser can show',
};
export const dropText = (reason: string) => DROPS[reason] ?? reason;

export const m = {
  more: 'Why is this device dark?',
  ownConnection: (p: { since: string }) =>
    `This console is not connected${p.since === '' ? '' : ` since ${p.since}`}. Check the network of this computer; it connects again by itself.`,
  neverEnrolled: 'It has never enrolled. Install the agent on it with the secret of this site.',
  tokenRefused: (p: { at: string; why: string }) =>
    `It was refused at ${p.at}: ${REFUSALS[p.why] ?? 'its token is not good'}. Sign in on the device again, or enrol it anew.`,
  replaced: (p: { at: string }) =>
    `Another machine took its place at ${p.at}. Two machines may share one identity: enrol one of them anew.`,
  offline: (p: { since: string; why: string | undefined }) =>
    `${offline(p.since)}${p.why === undefined ? '' : `: ${ENDS[p.why] ?? 'its connection broke'}`}. Switch it on or wake it, and check its network.`,
  runnerUnreachable: (p: { since: string }) =>
    `${offline(p.since)}, and the site runner does not answer, so nothing wakes it from here. Switch it on by hand, and look after the runner.`,
  notInGroup: 'It is connected, but in no such group. Add the device or its user to this group.',
  notHeard:
    'It is connected, but nothing of it arrives here. Refresh online devices; if that does not help, restart its agent.',
  noInfo:
    'The device is connected but has not sent its details yet. Refresh online devices. If that does not help, restart its agent.',
  privacy: 'Privacy is on at the device. The student turns it off there.',
  policy: 'A policy keeps its screen private. Turn the policy off to see it.',
  noDisplay: 'No display is attached. Plug in or switch on its screen.',
  noShare: 'The student shares no screen. Ask them to share it.',
  notAsked: 'Updates are paused while it is out of view. Open the group or the device.',
  dropped: (p: { reason: string; count: number }) =>
    `It answers, but ${p.count === 1 ? '1 message was' : `${p.count} messages were`} dropped: ${dropText(p.reason)}. Update its agent.`,
  wrongClock: (p: { minutes: number; isAhead: boolean }) =>
    `Its clock is ${p.minutes} minutes ${p.isAhead ? 'fast' : 'slow'}. Set the time on the device.`,
  agentTooOld: (p: { version: string }) =>
    `Its agent ${p.version} is older than ${OLDEST_AGENT} and sends no pictures. Update it.`,
  noAnswer: (p: { seconds: number }) =>
    `It was asked and has not answered for ${p.seconds} s. Check its network; if that does not help, restart its agent.`,
} as const;

import { isComputer } from '#domain/devices/device-type.ts';
import type { DarkReason } from '#domain/devices/why-dark.ts';
import { shownText } from '#domain/shown-text.ts';
import { clockTime, dayAndTime } from '#domain/time-text.ts';
import { m } from './messages.ts';

const DAY_MS = 86_400_000;

/** The time, with its day if that is not today; empty if unknown. */
function whenText(at: number | undefined, nowMs: number): string {
  if (at === undefined) return '';
  return nowMs - at < DAY_MS / 2 ? clockTime(at) : dayAndTime(at);
}

/** The reason and the next step, for the tutor. */
export function darkSentence(reason: DarkReason, nowMs: number): string {
  switch (reason.name) {
    case 'own-connection':
      return m.ownConnection({ since: whenText(reason.at, nowMs) });
    case 'never-enrolled':
      return m.neverEnrolled;
    case 'token-refused':
      return m.tokenRefused({ at: whenText(reason.at, nowMs), why: reason.why });
    case 'replaced':
      return m.replaced({ at: whenText(reason.at, nowMs) });
    case 'offline':
      return m.offline({ since: whenText(reason.since, nowMs), why: reason.why });
    case 'runner-unreachable':
      return m.runnerUnreachable({ since: whenText(reason.since, nowMs) });
    case 'not-in-group':
      return m.notInGroup;
    case 'not-heard':
      return m.notHeard;
    case 'no-info':
      return m.noInfo;
    case 'privacy':
      return m.privacy;
    case 'policy':
      return m.policy;
    case 'no-display':
      return isComputer(reason.type) ? m.noDisplay : m.noShare;
    case 'not-asked':
      return m.notAsked;
    case 'dropped':
      return m.dropped(reason);
    case 'wrong-clock':
      return m.wrongClock({
        minutes: Math.round(Math.abs(reason.aheadMs) / 60_000),
        isAhead: reason.aheadMs > 0,
      });
    case 'agent-too-old':
      return m.agentTooOld({ version: shownText(reason.version) });
    case 'no-answer':
      return m.noAnswer(reason);
  }
}

/** The outcome of a wake, as the site's runners report it. */
import type { ActionRunState } from '#live/action-run.ts';

export type WakeFailure =
  | 'not-sent'
  | 'no-addresses'
  | 'switched-off'
  | 'silent'
  | 'refused'
  | 'expired'
  | 'failed';

/** `woken`, `unknown`: directory ids; unknown devices have no known address. */
export type WakeOutcome =
  | { name: 'waiting' }
  | { name: 'answered'; woken: readonly string[]; unknown: readonly string[] }
  | { name: 'failed'; why: WakeFailure };

/** The failures that a runner reports. */
const CODES = ['not-sent', 'no-addresses', 'switched-off'] as const;
type Code = (typeof CODES)[number];
const isFailure = (code: string | undefined): code is Code => CODES.some((each) => each === code);

export function wakeOutcome({ delivery, answers, ended }: ActionRunState): WakeOutcome {
  const replies = [...answers.values()].flatMap(({ reply }) => reply ?? []);
  const good = replies.filter(({ ok, code }) => ok || code === 'unknown-device');
  if (good.length > 0) {
    const woken = new Set(good.flatMap((reply) => reply.woken ?? []));
    // A device unknown to one runner may have been woken by another.
    const unknown = new Set(good.flatMap((reply) => reply.unknown ?? []).filter((id) => !woken.has(id)));
    return { name: 'answered', woken: [...woken], unknown: [...unknown] };
  }
  if (!ended) return { name: 'waiting' };
  const [reply] = replies;
  if (reply) return { name: 'failed', why: isFailure(reply.code) ? reply.code : 'failed' };
  if (delivery.name === 'sent') return { name: 'failed', why: 'silent' };
  return { name: 'failed', why: delivery.name === 'refused' ? 'refused' : 'expired' };
}

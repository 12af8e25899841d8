import { describe, expect, test } from 'vitest';
import { type DarkFacts, type DarkReason, type HeardFacts, type PlatformFacts, whyDark } from './why-dark.ts';

const NOW = 10_000_000;
const MINUTE_MS = 60_000;

/** It is there and asked since a minute, and nothing comes. */
const HEARD: HeardFacts = {
  isOffline: false,
  hasInfo: true,
  type: 'windowsAgent',
  version: '4.2.1',
  displayCount: 1,
  isPrivate: false,
  isPrivateByPolicy: false,
  askedAt: NOW - MINUTE_MS,
};
const GONE: PlatformFacts = {
  enrolledAt: NOW - 90 * MINUTE_MS,
  connectedAt: NOW - 80 * MINUTE_MS,
  endedAt: NOW - 20 * MINUTE_MS,
  endedWhy: 'lost',
  runner: 'none',
};
const CONNECTED: PlatformFacts = { ...GONE, endedAt: null };

const own = { name: 'connected' } as const;
const heard = (more: Partial<HeardFacts> = {}): Partial<DarkFacts> => ({ heard: { ...HEARD, ...more } });
const away = (more: Partial<PlatformFacts> = {}): Partial<DarkFacts> => ({ platform: { ...GONE, ...more } });

const ROWS: readonly [string, Partial<DarkFacts>, DarkReason | undefined][] = [
  [
    'our own connection is down',
    { own: { name: 'lost', at: 7 }, ...heard() },
    { name: 'own-connection', at: 7 },
  ],
  ['our own connection begins', { own: { name: 'connecting' } }, undefined],
  ['nothing is known', {}, undefined],
  [
    'it never enrolled',
    away({ enrolledAt: null, connectedAt: null, endedAt: null }),
    { name: 'never-enrolled' },
  ],
  [
    'its token was refused after its last connection',
    away({ refused: { at: NOW - MINUTE_MS, why: 'not-allowed' } }),
    { name: 'token-refused', at: NOW - MINUTE_MS, why: 'not-allowed' },
  ],
  [
    'a refusal of before its last connection counts no more',
    away({ refused: { at: NOW - 85 * MINUTE_MS, why: 'not-allowed' } }),
    { name: 'offline', since: NOW - 20 * MINUTE_MS, why: 'lost' },
  ],
  [
    'another machine took its place a moment ago',
    away({ replacedElsewhereAt: NOW - MINUTE_MS }),
    { name: 'replaced', at: NOW - MINUTE_MS },
  ],
  [
    'another machine took its place long ago',
    away({ replacedElsewhereAt: NOW - 60 * MINUTE_MS }),
    { name: 'offline', since: NOW - 20 * MINUTE_MS, why: 'lost' },
  ],
  [
    'it is offline',
    away({ endedWhy: 'left' }),
    { name: 'offline', since: NOW - 20 * MINUTE_MS, why: 'left' },
  ],
  [
    'it has enrolled and never connected',
    away({ connectedAt: null, endedAt: null, endedWhy: undefined }),
    { name: 'offline', since: NOW - 90 * MINUTE_MS, why: undefined },
  ],
  [
    'it has fallen silent, and the platform was not asked',
    heard({ isOffline: true, offlineSince: NOW - 16_000 }),
    { name: 'offline', since: NOW - 16_000, why: undefined },
  ],
  [
    'it is offline and the runner does not answer',
    away({ runner: 'away' }),
    { name: 'runner-unreachable', since: NOW - 20 * MINUTE_MS },
  ],
  [
    'it is connected, but not in this group',
    { platform: { ...CONNECTED, isInGroup: false } },
    { name: 'not-in-group' },
  ],
  [
    'it is connected, and nothing is heard',
    { platform: { ...CONNECTED, isInGroup: true } },
    { name: 'not-heard' },
  ],
  ['it has not said who it is', heard({ hasInfo: false }), { name: 'no-info' }],
  [
    'what it says of itself is dropped',
    heard({ hasInfo: false, dropped: { reason: 'schema', count: 3 } }),
    { name: 'dropped', reason: 'schema', count: 3 },
  ],
  ['privacy is on', heard({ isPrivate: true, displayCount: 0 }), { name: 'privacy' }],
  ['a policy asks for privacy', heard({ isPrivate: true, isPrivateByPolicy: true }), { name: 'policy' }],
  ['no display is attached', heard({ displayCount: 0 }), { name: 'no-display', type: 'windowsAgent' }],
  ['nobody looks', heard({ askedAt: null }), { name: 'not-asked' }],
  ['it is not known whether anybody looks', heard({ askedAt: undefined }), undefined],
  [
    'it answers, and the answers are dropped',
    heard({ dropped: { reason: 'picture', count: 12 } }),
    { name: 'dropped', reason: 'picture', count: 12 },
  ],
  ['its clock is wrong', heard({ clockAheadMs: -3_600_000 }), { name: 'wrong-clock', aheadMs: -3_600_000 }],
  ['its clock is off by little', heard({ clockAheadMs: 60_000 }), { name: 'no-answer', seconds: 60 }],
  ['its agent is too old', heard({ version: '0.9.12' }), { name: 'agent-too-old', version: '0.9.12' }],
  [
    'an old agent that has sent pictures',
    heard({ version: '0.9', lastPictureAt: NOW - 30_000 }),
    { name: 'no-answer', seconds: 30 },
  ],
  ['its agent says no version', heard({ version: '' }), { name: 'no-answer', seconds: 60 }],
  ['it was asked and does not answer', heard(), { name: 'no-answer', seconds: 60 }],
  ['it was asked a moment ago', heard({ askedAt: NOW - 7_000 }), undefined],
  ['its last picture came a moment ago', heard({ lastPictureAt: NOW - 1_000 }), undefined],
  ['we are back since a moment', { ...heard(), own: { name: 'connected', at: NOW - 2_000 } }, undefined],
];

describe('why a device is dark', () => {
  test.each(ROWS)('%s', (_, facts, reason) => {
    expect(whyDark({ nowMs: NOW, own, ...facts })).toEqual(reason);
  });
});

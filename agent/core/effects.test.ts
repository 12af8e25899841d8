import { describe, expect, it } from 'vitest';
import { settlePromises } from '#protocol/fakes/fake-clock.ts';
import { type DeviceState, FRESH_STATE, NO_HOLD } from './device-state.ts';
import { createEffectRunner, effectsOf } from './effects.ts';

const state = (part: Partial<DeviceState>): DeviceState => ({ ...FRESH_STATE, ...part });
const LOCK = { name: 'message', text: 'Look here', blocks: [] } as const;
const PAGE = { name: 'address', url: 'https://exam.example/' } as const;

function create() {
  const called: unknown[] = [];
  const runner = createEffectRunner({
    muted: (value) => called.push(['muted', value]),
    lock: (value) => called.push(['lock', value?.name]),
  });
  return { called, ...runner };
}

describe('the effects of a state', () => {
  it('are those of tutors and policies together; a tutor’s lock comes first', () => {
    const policies = { ...NO_HOLD, muted: true, keysBlocked: true, sleepBlocked: true, lock: PAGE };
    expect(effectsOf(state({ policies, inputsBlocked: true }))).toEqual({
      muted: true,
      inputsBlocked: true,
      keysBlocked: true,
      awake: true,
      lock: PAGE,
    });
    expect(effectsOf(state({ policies, lock: LOCK })).lock).toBe(LOCK);
  });
});

describe('a runner of effects', () => {
  it('calls on change alone, and for nothing where nothing holds', async () => {
    const { called, show } = create();
    show(FRESH_STATE);
    show(state({ muted: true }));
    show(state({ muted: true, alias: 'Window seat', lock: LOCK }));
    show(state({ muted: true, lock: { ...LOCK } }));
    await settlePromises();
    show(FRESH_STATE);
    expect(called).toEqual([
      ['muted', true],
      ['lock', 'message'],
      ['muted', false],
      ['lock', undefined],
    ]);
  });

  it('calls again for what a student has undone, and leaves alone what does not hold', async () => {
    const { called, show, check } = create();
    show(state({ muted: true }));
    await settlePromises();
    called.length = 0;
    check('muted');
    check('lock');
    await settlePromises();
    check();
    expect(called).toEqual([
      ['muted', true],
      ['muted', true],
    ]);
  });

  it('lets no two calls of one effect overlap, and ends with the newest', async () => {
    const begun: boolean[] = [];
    let end = () => {};
    const { show } = createEffectRunner({
      muted(value) {
        begun.push(value);
        return new Promise<void>((resolve) => {
          end = resolve;
        });
      },
    });
    for (const muted of [true, false, true, false]) show(state({ muted }));
    expect(begun).toEqual([true]);
    end();
    await settlePromises();
    expect(begun).toEqual([true, false]);
    end();
    await settlePromises();
    expect(begun).toEqual([true, false]);
  });

  it('goes on after a call that failed', async () => {
    let calls = 0;
    const { show, check } = createEffectRunner({
      muted() {
        calls += 1;
        throw new Error('no sound card');
      },
    });
    show(state({ muted: true }));
    await settlePromises();
    check('muted');
    await settlePromises();
    show(FRESH_STATE);
    expect(calls).toBe(3);
  });
});

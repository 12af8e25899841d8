import * as v from 'valibot';
import { expect, it } from 'vitest';
import { type DeviceState, FRESH_STATE } from '../../core/device-state.ts';
import { storedStateOf, storedStateSchema } from './stored-state.ts';

const throughFile = (state: Partial<DeviceState>) =>
  v.parse(storedStateSchema, JSON.parse(JSON.stringify(storedStateOf({ ...FRESH_STATE, ...state }))));

it('keeps a lock with its text, the sound, the inputs and the order of the class', () => {
  const kept = {
    lock: {
      name: 'message',
      text: 'Eyes',
      blocks: [{ heading: 1, align: 'center', depth: 0, runs: [{ text: 'Eyes', bold: true }] }],
    },
    muted: true,
    inputsBlocked: true,
    alias: 'Window seat',
    fromClass: { lock: 'order-1' },
  } satisfies Partial<DeviceState>;
  expect(throughFile(kept)).toEqual(kept);
});

it('forgets what ends with the program', () => {
  expect(throughFile({ nameRequested: true, lock: { name: 'current-tab' } })).toEqual({
    muted: false,
    inputsBlocked: false,
  });
});

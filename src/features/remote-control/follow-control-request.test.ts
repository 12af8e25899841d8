import { expect, test, vi } from 'vitest';
import { createObservable } from '#protocol/observable.ts';
import type { ControlRequest } from './create-remote-control.ts';
import { followControlRequest } from './follow-control-request.ts';
import { CLOSED, type RemoteControlState } from './remote-control-state.ts';

const ADA = { client: { clientId: 'c1' }, name: 'Ada' } as ControlRequest;

function setUp(first: ControlRequest | undefined) {
  const wanted = createObservable(first);
  const state = createObservable<RemoteControlState>(CLOSED);
  const control = {
    get: state.get,
    subscribe: state.subscribe,
    open: vi.fn(async ({ name }: ControlRequest) => state.set({ name: 'connecting', deviceName: name })),
    close: vi.fn(() => state.set(CLOSED)),
  };
  const stop = followControlRequest(wanted, control);
  return { wanted, state, control, stop };
}

test('what was wanted while the code came begins with it', () => {
  const { control, state } = setUp(ADA);
  expect(control.open).toHaveBeenCalledExactlyOnceWith(ADA);
  expect(state.get().name).toBe('connecting');
});

test('what is wanted later begins, and ends when it is not wanted any more', () => {
  const { wanted, control, state } = setUp(undefined);
  wanted.set(ADA);
  expect(state.get().name).toBe('connecting');
  wanted.set(undefined);
  expect(control.close).toHaveBeenCalled();
  expect(state.get()).toBe(CLOSED);
});

test('what ends by itself is no longer wanted, so that another one can begin', () => {
  const { wanted, state } = setUp(ADA);
  state.set(CLOSED);
  expect(wanted.get()).toBeUndefined();
});

test('after the stop nothing is followed', () => {
  const { wanted, control, stop } = setUp(undefined);
  stop();
  wanted.set(ADA);
  expect(control.open).not.toHaveBeenCalled();
});

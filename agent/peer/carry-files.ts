/** A file transfer over one call, or over several if earlier calls broke. */

import type { Clock } from '#protocol/clock.ts';
import { FILE_CHANNEL } from '#protocol/peer/peer-payload.ts';
import type { TransferEnd } from '#protocol/transfer/transfer.ts';
import type { PeerCall, PeerEnd } from '../core/peer-world.ts';
import type { DeviceTransfer } from './device-files.ts';
import type { CallEnd, CallPlan, PlacedCall } from './place-call.ts';

/** The delays before each redial, in ms. Their number limits the redials within `WINDOW_MS`. */
const RETRY_DELAYS_MS = [1_000, 4_000, 10_000] as const;
const WINDOW_MS = 60_000;
/** The delay before hanging up, so that the last messages are still sent. The other side hangs up as well. */
const FLUSH_DELAY_MS = 2_000;
/** Received data may still be written and checked for this time after the connection has closed. */
const GRACE_MS = 5_000;

const ENDS: Record<Exclude<TransferEnd, 'broken' | 'silent'> | 'refused', PeerEnd> = {
  done: 'done',
  cancelled: 'left',
  refused: 'refused',
  unreadable: 'no-file',
  changed: 'failed',
  'bad-hash': 'failed',
  'bad-chunk': 'failed',
  unexpected: 'failed',
  'too-large': 'failed',
  'disk-full': 'failed',
};

/** Returns a function that ends the transfer from this side. */
export function carryFiles(
  deps: {
    clock: Clock;
    place: (plan: CallPlan) => PlacedCall;
    /** Undefined if the file no longer exists. */
    begin: (channel: RTCDataChannel) => DeviceTransfer | undefined;
    finish: (end: PeerEnd) => void;
  },
  to: PeerCall,
): () => void {
  const { clock } = deps;
  let redials: number[] = [];
  let isOver = false;
  let stopAttempt = () => {};

  const finish = (end: PeerEnd) => {
    isOver = true;
    deps.finish(end);
  };

  const again = () => {
    const now = clock.now();
    redials = redials.filter((at) => now - at < WINDOW_MS);
    const pauseMs = RETRY_DELAYS_MS[redials.length];
    if (pauseMs === undefined) {
      finish('broken');
      return;
    }
    stopAttempt = clock.after(pauseMs, () => {
      redials.push(clock.now());
      attempt();
    });
  };

  const attempt = () => {
    let transfer: DeviceTransfer | undefined;
    let isSettled = false;
    let cancelGuard = () => {};
    const call = deps.place({
      ...to,
      purpose: 'files',
      onMade(peer) {
        const { label, id } = FILE_CHANNEL;
        const channel = peer._pc?.createDataChannel(label, { negotiated: true, id });
        transfer = channel && deps.begin(channel);
        if (transfer === undefined) settle(channel ? 'no-file' : 'failed');
        else void transfer.ended.then(settle);
      },
    });
    const hangUpLater = () => {
      const cancel = clock.after(FLUSH_DELAY_MS, call.hangUp);
      void call.ended.then(cancel);
    };
    /** Called once for each attempt. */
    const settle = (end: TransferEnd | 'refused' | 'no-file' | 'failed') => {
      if (isSettled || isOver) return;
      isSettled = true;
      cancelGuard();
      if (end === 'broken' || end === 'silent') {
        call.hangUp();
        again();
        return;
      }
      if (transfer) hangUpLater();
      else call.hangUp();
      finish(end === 'no-file' || end === 'failed' ? end : ENDS[end]);
    };
    void call.ended.then((how: CallEnd) => {
      if (isSettled || isOver) return;
      if (call.isUnwanted()) {
        isSettled = true;
        transfer?.stop('cancel');
        finish('left');
        return;
      }
      if (how === 'unreachable' || how === 'failed') {
        isSettled = true;
        transfer?.stop('pause');
        if (redials.length === 0) finish(how);
        else again();
        return;
      }
      // The transfer may just have completed, so it gets time to report that.
      cancelGuard = clock.after(GRACE_MS, () => {
        transfer?.stop('pause');
        settle('broken');
      });
    });
    stopAttempt = () => {
      if (isSettled) return;
      isSettled = true;
      cancelGuard();
      transfer?.stop('cancel');
      if (transfer === undefined) call.hangUp();
      else hangUpLater();
    };
  };
  attempt();

  return () => {
    isOver = true;
    stopAttempt();
  };
}

/** An RTCDataChannel that leads to a test. */

export function createFakeDataChannel() {
  const target = new EventTarget();
  const sent: (string | Uint8Array)[] = [];
  const state = {
    readyState: 'connecting',
    bufferedAmount: 0,
    bufferedAmountLowThreshold: 0,
    binaryType: '',
  };
  const tell = (type: string) => target.dispatchEvent(new Event(type));
  const close = () => {
    if (state.readyState === 'closed') return;
    state.readyState = 'closed';
    tell('close');
  };
  const channel = Object.assign(state, {
    addEventListener: target.addEventListener.bind(target),
    send(message: string | Uint8Array) {
      if (state.readyState !== 'open') throw new Error('InvalidStateError');
      sent.push(typeof message === 'string' ? message : message.slice());
      state.bufferedAmount += message.length;
    },
    close,
  });
  return {
    channel: channel as unknown as RTCDataChannel,
    sent,
    open() {
      state.readyState = 'open';
      tell('open');
    },
    deliver: (data: string | ArrayBuffer) =>
      target.dispatchEvent(Object.assign(new Event('message'), { data })),
    /** Sets the number of buffered bytes, and fires the event. */
    drain(to = 0) {
      state.bufferedAmount = to;
      tell('bufferedamountlow');
    },
    close,
  };
}

import { PEER_FAILURE_TEXTS } from './messages.ts';

export type PeerFailureCode = keyof typeof PEER_FAILURE_TEXTS;

/** Why this tab cannot have peer connections now. `message` is shown to the user. */
export class PeerFailure extends Error {
  override readonly name = 'PeerFailure';
  readonly code: PeerFailureCode;
  constructor(code: PeerFailureCode, options: { cause?: unknown } = {}) {
    super(PEER_FAILURE_TEXTS[code], options);
    this.code = code;
  }
}

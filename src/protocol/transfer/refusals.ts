/** Reasons for refusing a message. */
export type Refusal =
  | 'malformed'
  | 'out-of-turn'
  | 'unknown-file'
  | 'repeated'
  | 'out-of-order'
  | 'wrong-size'
  | 'wrong-hash'
  | 'too-fast';

/** Number of refusals by reason. */
export type Refusals = Readonly<Partial<Record<Refusal, number>>>;

/** Why something that came was not taken. */
export type Refusal =
  | 'malformed'
  | 'out-of-turn'
  | 'unknown-file'
  | 'repeated'
  | 'out-of-order'
  | 'wrong-size'
  | 'wrong-hash'
  | 'too-fast';

/** How often something was refused. */
export type Refusals = Readonly<Partial<Record<Refusal, number>>>;

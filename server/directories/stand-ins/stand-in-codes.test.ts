import { createHash } from 'node:crypto';
import { expect, it } from 'vitest';
import { createStandInCodes } from './stand-in-codes.ts';

const VERIFIER = 'of the administrator';
const CHALLENGE = createHash('sha256').update(VERIFIER).digest('base64url');

it('a code of one stand-in is redeemed at another one, once, and with its verifier only', () => {
  const [here, there] = [createStandInCodes(), createStandInCodes()];
  const code = here.give(CHALLENGE);
  expect(there.redeem({ code, code_verifier: VERIFIER })).toBe(true);
  expect(there.redeem({ code, code_verifier: VERIFIER })).toBe(false);
  expect(there.redeem({ code: here.give(CHALLENGE), code_verifier: 'another' })).toBe(false);
  expect(there.redeem({ code: 'nothing', code_verifier: VERIFIER })).toBe(false);
});

/**
 * The version of what `docs/protocol.md` describes. Raised with every change that a device, runner or console of
 * before would misread; `tests/contracts/schema-hash.test.ts` notices changes. It does not travel: the `v1` in
 * topics is the specification's.
 */
export const PROTOCOL_VERSION = 1;

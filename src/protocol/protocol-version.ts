/**
 * Version of the protocol in `docs/protocol.md`. Raise it with every change that an earlier device, runner or
 * console would misread; `tests/contracts/schema-hash.test.ts` notices changes. The version is not sent, and
 * the `v1` in topics is another one.
 */
export const PROTOCOL_VERSION = 1;

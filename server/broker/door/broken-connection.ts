/** Maps the errors with which aedes and the WebSocket ended a connection to a reason of refusal. */

/** Error messages of aedes 2.0.0-beta.1. Errors of the packet parser are not listed. */
const REASONS: Readonly<Record<string, string>> = {
  'packet too large': 'packet-size',
  'Invalid protocol': 'out-of-order',
  'empty topic not allowed in PUBLISH': 'topic-name',
  '# is not allowed in PUBLISH': 'topic-name',
  '+ is not allowed in PUBLISH': 'topic-name',
  'wildcard is not allowed in Response Topic': 'topic-name',
  'topic has too many levels': 'topic-name',
  'Client queue limit reached': 'too-many',
  'connect did not arrive in time': 'time-out',
};
const BEGINNINGS: readonly [string, string][] = [
  ['topic alias', 'topic-alias'],
  ['unknown topic alias', 'topic-alias'],
  ['impossible to', 'filter'],
  ['# is only allowed', 'filter'],
  ['+ is only allowed', 'filter'],
];
/** Ordinary ends of connections; nothing was refused. */
const GONE = new Set(['connection closed', 'keep alive timeout', 'drain timeout']);

/** Undefined: the client did nothing wrong. */
export function refusalIn(error: Error): string | undefined {
  const { code } = error as NodeJS.ErrnoException;
  if (typeof code === 'string') return code.startsWith('WS_ERR') ? 'websocket' : undefined;
  const { message } = error;
  if (GONE.has(message)) return undefined;
  return (
    (Object.hasOwn(REASONS, message) ? REASONS[message] : undefined) ??
    BEGINNINGS.find(([beginning]) => message.startsWith(beginning))?.[1] ??
    'malformed'
  );
}

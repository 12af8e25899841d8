import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** Smaller responses fit into two packets. */
const MIN_BYTES = 2_800;
/** Pages of lists are repetitive: the fastest level makes them ten times smaller. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

/** Compresses the responses of a scope if the client accepts gzip. The work runs outside the event loop. */
export function compressAnswers(scope: FastifyInstance): void {
  const compress = promisify<string | Buffer, typeof OPTIONS, Buffer>(gzip);
  scope.addHook('onSend', async (request, reply, payload) => {
    const isStream = payload instanceof Readable;
    if (!isStream && typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!/^(application\/json|text\/html)\b/.test(String(reply.getHeader('content-type')))) return payload;
    // A stream may have failed before its first chunk. The payload is then an uncompressed error document.
    if (!isStream) reply.removeHeader('content-encoding');
    if (!isStream && Buffer.byteLength(payload) < MIN_BYTES) return payload;
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined);
    reply.header('vary', vary.join(', '));
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    if (isStream) {
      reply.header('content-encoding', 'gzip');
      // If one stream ends early, so does the other. The response is then aborted and the framework logs it.
      return pipeline(payload, createGzip(OPTIONS), () => {});
    }
    const compressed = await compress(payload, OPTIONS);
    reply.header('content-encoding', 'gzip').header('content-length', compressed.byteLength);
    return compressed;
  });
}

/** `gzip;q=0` means that the client does not accept gzip. */
function takesGzip(header: string | string[] | undefined): boolean {
  const named = String(header ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()));
  const own = named.find(([name]) => name === 'gzip');
  return own !== undefined && !own.some((part) => /^q=0(\.0*)?$/.test(part));
}

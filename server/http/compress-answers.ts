import { pipeline, Readable } from 'node:stream';
import { promisify } from 'node:util';
import { constants, createGzip, gzip } from 'node:zlib';
import type { FastifyInstance } from 'fastify';

/** What fits into two packets is not worth the work. */
const MIN_BYTES = 2_800;
/** Pages of lists are many times alike: the fastest level makes them ten times smaller. */
const OPTIONS = { level: constants.Z_BEST_SPEED };

/** Answers of a scope travel compressed where the caller takes that. The work is done outside the event loop. */
export function compressAnswers(scope: FastifyInstance): void {
  const compress = promisify<string | Buffer, typeof OPTIONS, Buffer>(gzip);
  scope.addHook('onSend', async (request, reply, payload) => {
    const isStream = payload instanceof Readable;
    if (!isStream && typeof payload !== 'string' && !Buffer.isBuffer(payload)) return payload;
    if (!/^(application\/json|text\/html)\b/.test(String(reply.getHeader('content-type')))) return payload;
    // What was made piece by piece may have failed before its first piece: this is the error, and not compressed.
    if (!isStream) reply.removeHeader('content-encoding');
    if (!isStream && Buffer.byteLength(payload) < MIN_BYTES) return payload;
    const vary = [reply.getHeader('vary'), 'accept-encoding'].filter((name) => name !== undefined);
    reply.header('vary', vary.join(', '));
    if (!takesGzip(request.headers['accept-encoding'])) return payload;
    if (isStream) {
      reply.header('content-encoding', 'gzip');
      // Where one of the two ends early, so does the other; the answer then breaks off, which the framework notes.
      return pipeline(payload, createGzip(OPTIONS), () => {});
    }
    const compressed = await compress(payload, OPTIONS);
    reply.header('content-encoding', 'gzip').header('content-length', compressed.byteLength);
    return compressed;
  });
}

/** `gzip;q=0` refuses it. */
function takesGzip(header: string | string[] | undefined): boolean {
  const named = String(header ?? '')
    .split(',')
    .map((each) => each.split(';').map((part) => part.trim().toLowerCase()));
  const own = named.find(([name]) => name === 'gzip');
  return own !== undefined && !own.some((part) => /^q=0(\.0*)?$/.test(part));
}

/**
 * A store that speaks as much S3 as the platform uses, in memory, and believes nobody: Signature Version 4 of every GET, PUT and
 * DELETE, and policy, date and signature of every form. Written from the published rules, not from the platform's code.
 */
import { createHash, createHmac } from 'node:crypto';
import { createServer, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

type Keys = { accessKeyId: string; secretAccessKey: string; region: string; bucket: string };
type Answer = { status: number; code?: string; body?: Buffer };

const sha256 = (data: Buffer | string) => createHash('sha256').update(data).digest('hex');
const hmac = (key: Buffer | string, data: string) => createHmac('sha256', key).update(data).digest();
const refused = (code: string): Answer => ({ status: 403, code });

function signature({ secretAccessKey }: Keys, credential: string, text: string): string {
  const [, day = '', region = '', service = '', end = ''] = credential.split('/');
  const key = [day, region, service, end].reduce<Buffer | string>(hmac, `AWS4${secretAccessKey}`);
  return hmac(key, text).toString('hex');
}

const isOwnCredential = (keys: Keys, credential: string, date: string) =>
  credential === `${keys.accessKeyId}/${date.slice(0, 8)}/${keys.region}/s3/aws4_request`;

const timeOf = (date: string) =>
  Date.parse(date.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, '$1-$2-$3T$4:$5:$6Z'));

/** Why the call is refused; undefined: it is signed by who may. */
function refusalOfCall(keys: Keys, request: IncomingMessage, body: Buffer): Answer | undefined {
  const { headers, method = '' } = request;
  const found =
    /^AWS4-HMAC-SHA256 Credential=([^,]+), ?SignedHeaders=([^,]+), ?Signature=([0-9a-f]{64})$/.exec(
      headers.authorization ?? '',
    );
  if (found === null) return refused('AccessDenied');
  const [, credential = '', signed = '', given] = found;
  const date = String(headers['x-amz-date']);
  if (!isOwnCredential(keys, credential, date)) return refused('InvalidAccessKeyId');
  if (!(Math.abs(Date.now() - timeOf(date)) < 900_000)) return refused('RequestTimeTooSkewed');
  const names = signed.split(';');
  if (!names.includes('host') || !names.includes('x-amz-content-sha256')) return refused('AccessDenied');
  const hash = String(headers['x-amz-content-sha256']);
  if (hash !== sha256(body)) return { status: 400, code: 'XAmzContentSHA256Mismatch' };
  const url = new URL(request.url ?? '', 'http://s3');
  url.searchParams.sort();
  const canonical = [
    method,
    url.pathname,
    url.searchParams.toString(),
    ...names.map(
      (name) =>
        `${name}:${String(headers[name] ?? '')
          .trim()
          .replace(/ +/g, ' ')}`,
    ),
    '',
    signed,
    hash,
  ].join('\n');
  const scope = credential.slice(keys.accessKeyId.length + 1);
  const text = ['AWS4-HMAC-SHA256', date, scope, sha256(canonical)].join('\n');
  return given === signature(keys, credential, text) ? undefined : refused('SignatureDoesNotMatch');
}

type Condition = Record<string, string> | [string, ...unknown[]];

function refusalOfForm(keys: Keys, fields: Record<string, string>, size: number): Answer | undefined {
  const { Policy = '', 'X-Amz-Signature': given, 'X-Amz-Credential': credential = '', ...rest } = fields;
  if (!isOwnCredential(keys, credential, rest['X-Amz-Date'] ?? '')) return refused('InvalidAccessKeyId');
  if (given !== signature(keys, credential, Policy)) return refused('SignatureDoesNotMatch');
  const policy: { expiration: string; conditions: Condition[] } = JSON.parse(
    Buffer.from(Policy, 'base64').toString(),
  );
  if (!(Date.parse(policy.expiration) > Date.now())) return refused('AccessDenied');
  const open = new Set(Object.keys(rest));
  for (const condition of policy.conditions) {
    if (!Array.isArray(condition)) {
      for (const [name, value] of Object.entries(condition)) {
        if (name !== 'bucket' && fields[name] !== value) return refused('AccessDenied');
        if (name === 'bucket' && value !== keys.bucket) return refused('AccessDenied');
        open.delete(name);
      }
    } else if (condition[0] === 'content-length-range') {
      if (size > Number(condition[2])) return { status: 400, code: 'EntityTooLarge' };
      if (size < Number(condition[1])) return { status: 400, code: 'EntityTooSmall' };
    } else return refused('AccessDenied');
  }
  return open.size === 0 ? undefined : refused('AccessDenied');
}

async function bodyOf(request: IncomingMessage): Promise<Buffer> {
  const parts: Buffer[] = [];
  for await (const part of request) parts.push(part as Buffer);
  return Buffer.concat(parts);
}

/** `objects`: what is stored, by key. `refusals`: the codes of what was refused. */
export async function startS3Server(keys: Keys) {
  const objects = new Map<string, Buffer>();
  const refusals: string[] = [];

  async function takeForm(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const type = request.headers['content-type'] ?? '';
    const form = await new Response(new Uint8Array(body), { headers: { 'content-type': type } }).formData();
    const fields: Record<string, string> = {};
    for (const [name, value] of form) if (typeof value === 'string') fields[name] = value;
    const file = form.get('file');
    if (!(file instanceof Blob)) return { status: 400, code: 'InvalidArgument' };
    const refusal = refusalOfForm(keys, fields, file.size);
    if (refusal === undefined) objects.set(fields.key ?? '', Buffer.from(await file.arrayBuffer()));
    return refusal ?? { status: 204 };
  }

  async function answerTo(request: IncomingMessage, body: Buffer): Promise<Answer> {
    const path = decodeURIComponent(new URL(request.url ?? '', 'http://s3').pathname);
    if (request.method === 'POST') return takeForm(request, body);
    const refusal = refusalOfCall(keys, request, body);
    if (refusal !== undefined) return refusal;
    if (!path.startsWith(`/${keys.bucket}/`)) return { status: 404, code: 'NoSuchBucket' };
    const key = path.slice(keys.bucket.length + 2);
    if (request.method === 'PUT') objects.set(key, body);
    else if (request.method === 'DELETE') objects.delete(key);
    else {
      const found = objects.get(key);
      return found === undefined ? { status: 404, code: 'NoSuchKey' } : { status: 200, body: found };
    }
    return { status: request.method === 'PUT' ? 200 : 204 };
  }

  const server = createServer(async (request, response) => {
    const { status, code, body } = await answerTo(request, await bodyOf(request));
    if (code !== undefined) refusals.push(code);
    const xml =
      code === undefined ? undefined : `<Error><Code>${code}</Code><Message>${code}</Message></Error>`;
    response.writeHead(status, xml === undefined ? {} : { 'content-type': 'application/xml' });
    response.end(body ?? xml);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    endpoint: `http://127.0.0.1:${port}`,
    objects,
    refusals,
    async stop() {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

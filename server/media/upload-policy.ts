/** Upload forms like an S3 presigned POST (Signature Version 4), signed and checked by the platform. */
import { createHmac } from 'node:crypto';
import * as v from 'valibot';
import { equalText } from '#base/secrets.ts';
import type { EpochMs } from '#protocol/clock.ts';
import { MAX_UPLOAD_BYTES, UPLOAD_SECONDS, UPLOAD_TYPE } from './object-store.ts';

type Fields = Readonly<Record<string, string>>;

export type UploadPolicy = {
  /** The fields of a form for this key. */
  sign(key: string): Fields;
  /** The query of a form's URL, which proves before the body is read that the platform made the form. */
  seal(key: string, holder: string): string;
  /** The content of a sealed query; undefined: it is invalid or has expired. */
  sealedIn(query: unknown): { key: string; holder: string } | undefined;
  /** The reason of a refusal; undefined: the form and its file are valid. */
  refusalOf(fields: Fields, sizeBytes: number): string | undefined;
};

const ALGORITHM = 'AWS4-HMAC-SHA256';
const SCOPE = 'local/s3/aws4_request';
/** Fields that carry the policy, and are not named in it. */
const ENVELOPE = new Set(['Policy', 'X-Amz-Signature']);

const policySchema = v.object({
  expiration: v.pipe(v.string(), v.isoTimestamp()),
  conditions: v.array(
    v.union([
      v.record(v.string(), v.string()),
      v.tuple([v.literal('content-length-range'), v.number(), v.number()]),
    ]),
  ),
});

/** The query of an upload URL, which the platform signs together with the form. */
export const sealSchema = v.object({
  key: v.pipe(v.string(), v.maxLength(512)),
  holder: v.pipe(v.string(), v.maxLength(1_024)),
  expires: v.pipe(v.string(), v.regex(/^\d{1,15}$/)),
  seal: v.pipe(v.string(), v.maxLength(64)),
});

const hmac = (key: string | Buffer, text: string) => createHmac('sha256', key).update(text).digest();

/** For example `20261102T090000Z`. */
const amzDate = (ms: number) => new Date(ms).toISOString().replace(/[-:]|\.\d{3}/g, '');

function parsePolicy(text: string) {
  try {
    const parsed = v.safeParse(policySchema, JSON.parse(Buffer.from(text, 'base64').toString()));
    return parsed.success ? parsed.output : undefined;
  } catch {
    return undefined;
  }
}

export function createUploadPolicy(secret: Buffer, clock: () => EpochMs): UploadPolicy {
  const uploadSecret = hmac(secret, 'uploads').toString('base64url');
  const signatureOf = (policy: string, date: string) => {
    const key = [date, ...SCOPE.split('/')].reduce<string | Buffer>(hmac, `AWS4${uploadSecret}`);
    return hmac(key, policy).toString('hex');
  };

  const sealOf = (key: string, holder: string, expires: string) =>
    createHmac('sha256', secret)
      .update(JSON.stringify(['upload', key, holder, expires]))
      .digest('base64url');

  return {
    seal(key, holder) {
      const expires = String(clock() + UPLOAD_SECONDS * 1_000);
      return String(new URLSearchParams({ key, holder, expires, seal: sealOf(key, holder, expires) }));
    },

    sealedIn(query) {
      const parsed = v.safeParse(sealSchema, query);
      if (!parsed.success) return undefined;
      const { key, holder, expires, seal } = parsed.output;
      const isValid = Number(expires) > clock() && equalText(seal, sealOf(key, holder, expires));
      return isValid ? { key, holder } : undefined;
    },

    sign(key) {
      const date = amzDate(clock());
      const day = date.slice(0, 8);
      const fields = {
        key,
        'Content-Type': UPLOAD_TYPE,
        'X-Amz-Algorithm': ALGORITHM,
        'X-Amz-Credential': `lectern/${day}/${SCOPE}`,
        'X-Amz-Date': date,
      };
      const document = {
        expiration: new Date(clock() + UPLOAD_SECONDS * 1_000).toISOString(),
        conditions: [
          ['content-length-range', 1, MAX_UPLOAD_BYTES],
          ...Object.entries(fields).map(([name, value]) => ({ [name]: value })),
        ],
      };
      const policy = Buffer.from(JSON.stringify(document)).toString('base64');
      return { ...fields, Policy: policy, 'X-Amz-Signature': signatureOf(policy, day) };
    },

    refusalOf(fields, sizeBytes) {
      const { Policy: text = '', 'X-Amz-Signature': signature = '', 'X-Amz-Date': date = '' } = fields;
      if (!equalText(signature, signatureOf(text, date.slice(0, 8)))) return 'The form is not signed.';
      const policy = parsePolicy(text);
      if (policy === undefined) return 'The policy of the form cannot be read.';
      if (Date.parse(policy.expiration) <= clock()) return 'The form is no longer good.';
      const named = new Map<string, string>();
      for (const condition of policy.conditions) {
        if (!Array.isArray(condition))
          for (const [name, value] of Object.entries(condition)) named.set(name, value);
        else if (sizeBytes < condition[1] || sizeBytes > condition[2])
          return 'The file is too large or empty.';
      }
      const names = Object.keys(fields).filter((name) => !ENVELOPE.has(name));
      const other = [...new Set([...names, ...named.keys()])].find(
        (name) => fields[name] !== named.get(name),
      );
      return other === undefined ? undefined : `The field ${other} is not as the form was signed.`;
    },
  };
}

/** Objects in an S3-compatible store. The only file that uses the official client. */
import {
  DeleteObjectCommand,
  GetObjectCommand,
  NoSuchKey,
  PutObjectCommand,
  S3Client,
} from '@aws-sdk/client-s3';
import { createPresignedPost } from '@aws-sdk/s3-presigned-post';
import type { S3Options } from '#base/platform-options.ts';
import { AppError } from '#protocol/app-error.ts';
import {
  MAX_UPLOAD_BYTES,
  type ObjectStore,
  TOO_LARGE,
  UPLOAD_SECONDS,
  UPLOAD_TYPE,
} from './object-store.ts';

export function openS3Store(options: S3Options): ObjectStore {
  const { bucket, region, endpoint, accessKeyId, secretAccessKey } = options;
  const client = new S3Client({
    region,
    endpoint,
    // The pages' content security policy names one origin, and other vendors' stores have no host per bucket.
    forcePathStyle: true,
    credentials: { accessKeyId, secretAccessKey },
    // Many stores do not support the newer checksums.
    requestChecksumCalculation: 'WHEN_REQUIRED',
    responseChecksumValidation: 'WHEN_REQUIRED',
    requestHandler: { connectionTimeout: 5_000, requestTimeout: 30_000 },
  });
  return {
    uploadForm: (_tenant, key) =>
      createPresignedPost(client, {
        Bucket: bucket,
        Key: key,
        Expires: UPLOAD_SECONDS,
        Fields: { 'Content-Type': UPLOAD_TYPE },
        Conditions: [['content-length-range', 1, MAX_UPLOAD_BYTES]],
      }),
    async read(key) {
      try {
        const { Body, ContentLength = 0 } = await client.send(
          new GetObjectCommand({ Bucket: bucket, Key: key }),
        );
        if (Body === undefined || ContentLength > MAX_UPLOAD_BYTES) {
          await Body?.transformToWebStream().cancel();
          throw new AppError('invalid', TOO_LARGE);
        }
        return Buffer.from(await Body.transformToByteArray());
      } catch (error) {
        if (error instanceof NoSuchKey) return undefined;
        throw error;
      }
    },
    async write(key, bytes, contentType) {
      await client.send(
        new PutObjectCommand({ Bucket: bucket, Key: key, Body: bytes, ContentType: contentType }),
      );
    },
    async remove(key) {
      await client.send(new DeleteObjectCommand({ Bucket: bucket, Key: key }));
    },
  };
}

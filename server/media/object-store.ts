/** Stores group pictures in the data folder or in an S3-compatible store. */

/** A form that uploads one file, like an S3 presigned POST: `file` is its last field. */
export type UploadForm = { url: string; fields: Readonly<Record<string, string>> };

export type Objects = {
  /** Undefined: there is no such object. Throws `invalid` if it is larger than the upload limit. */
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** Does nothing if there is no such object. */
  remove(key: string): Promise<void>;
};

export type ObjectStore = Objects & {
  /** A form for this key, valid for `UPLOAD_SECONDS`. The folder store also checks the `holder`. */
  uploadForm(tenant: string, key: string, holder: string): Promise<UploadForm>;
};

export const MAX_UPLOAD_BYTES = 5_242_880;
export const UPLOAD_SECONDS = 600;
/** Only the platform reads uploads, so this type keeps browsers from showing one as a page. */
export const UPLOAD_TYPE = 'application/octet-stream';
export const TOO_LARGE = 'File size must be under 5 MB';

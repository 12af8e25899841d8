/** Where pictures of groups are kept: in the data folder, or in a store that speaks S3. */

/** A form that puts one file into the store, as an S3 presigned POST: `file` is its last field. */
export type UploadForm = { url: string; fields: Readonly<Record<string, string>> };

export type Objects = {
  /** Undefined: there is no such object. Throws `invalid` where it is larger than an upload may be. */
  read(key: string): Promise<Buffer | undefined>;
  write(key: string, bytes: Buffer, contentType: string): Promise<void>;
  /** There may be none. */
  remove(key: string): Promise<void>;
};

export type ObjectStore = Objects & {
  /** A form for this key, for files up to `MAX_UPLOAD_BYTES`, good for `UPLOAD_SECONDS`; a store of the platform's own asks for the `holder`. */
  uploadForm(tenant: string, key: string, holder: string): Promise<UploadForm>;
};

export const MAX_UPLOAD_BYTES = 5_242_880;
export const UPLOAD_SECONDS = 600;
/** What is uploaded is read by the platform alone: the store serves it to nobody, and not as a page. */
export const UPLOAD_TYPE = 'application/octet-stream';
export const TOO_LARGE = 'File size must be under 5 MB';

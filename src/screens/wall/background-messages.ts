import { isAppError } from '#protocol/app-error.ts';
import { isMediaError } from '#rest/group-media.ts';
import { failureText } from '#ui/failure/failure-text.ts';

export const words = {
  title: 'Background Image',
  open: 'Upload Background Image',
  mayNot: 'Only group maintainers change the background image.',
  choose: 'Choose an image, or drop it here',
  formats: 'PNG, JPEG, WebP or GIF',
  limit: 'Image upload must be less than 5 MB',
  tooLarge: 'File size must be under 5 MB',
  noImage: 'The file must be an image',
  none: 'Choose an image first',
  preparing: 'Making the image smaller…',
  several: 'Choose one image',
  upload: 'Upload',
  uploading: 'Uploading…',
  deleting: 'Deleting…',
  delete: 'Delete Background Image',
  cancel: 'Cancel',
  close: 'Close',
} as const;

/** The platform accepts fewer bytes than this. */
export const MAX_BYTES = 5_242_880;

/** Why these files cannot be the background; undefined if they can. */
export function fileProblem(files: readonly Pick<File, 'type' | 'size'>[]): string | undefined {
  const [file, ...more] = files;
  if (file === undefined) return words.none;
  if (more.length > 0) return words.several;
  if (!file.type.startsWith('image/')) return words.noImage;
  return file.size < MAX_BYTES ? undefined : words.tooLarge;
}

const reasonOf = (error: unknown): string => (isMediaError(error) ? error.message : failureText(error));

export const uploadFailure = (error: unknown): string => `Failed to upload image: ${reasonOf(error)}`;

export const deleteFailure = (error: unknown): string =>
  isMediaError(error) || isAppError(error) ? reasonOf(error) : 'Failed to delete background image';

/** Addresses of people's pictures. Some services offer them in any size. */

/** Google puts the size at the end or before the name of the file: `…=s96-c`, `…/s96-c/photo.jpg`. */
const GOOGLE_PICTURE =
  /^(https:\/\/(?:[a-z0-9-]+\.)*googleusercontent\.com\/[^?#]*[=/])s\d+((?:-[a-z]+)*(?:\/[^/?#]*)?)$/;

/** Address of the picture at `px` pixels, if its service offers sizes; otherwise `picture` itself. */
export const avatarAddress = (picture: string, px: number) => picture.replace(GOOGLE_PICTURE, `$1s${px}$2`);

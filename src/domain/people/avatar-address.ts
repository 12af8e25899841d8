/** Addresses of people's pictures. Some services offer them in any size. */

/** Google puts the size at the end or before the name of the file: `…=s96-c`, `…/s96-c/photo.jpg`. */
const GOOGLE_PICTURE =
  /^(https:\/\/(?:[a-z0-9-]+\.)*googleusercontent\.com\/[^?#]*[=/])s\d+((?:-[a-z]+)*(?:\/[^/?#]*)?)$/;

/** The same picture at this many pixels if its service supports that; otherwise the address as it is. */
export const avatarAddress = (picture: string, px: number) => picture.replace(GOOGLE_PICTURE, `$1s${px}$2`);

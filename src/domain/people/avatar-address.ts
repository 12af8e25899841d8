/** Addresses of people's pictures, which some services hand out in any size. */

/** Google's say the size at the end, or before the name of the file: `…=s96-c`, `…/s96-c/photo.jpg`. */
const OF_GOOGLE =
  /^(https:\/\/(?:[a-z0-9-]+\.)*googleusercontent\.com\/[^?#]*[=/])s\d+((?:-[a-z]+)*(?:\/[^/?#]*)?)$/;

/** The same picture at so many pixels, where its service can do that; otherwise as it is. */
export const avatarAddress = (picture: string, px: number) => picture.replace(OF_GOOGLE, `$1s${px}$2`);

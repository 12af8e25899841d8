/**
 * The list after a toggle, or the same list where nothing changes: an empty id, an existing favourite added,
 * an absent one removed.
 */
export function withFavourite(
  favourites: readonly string[],
  groupId: string,
  isFavourite: boolean,
): readonly string[] {
  if (groupId === '' || favourites.includes(groupId) === isFavourite) return favourites;
  return isFavourite ? [...favourites, groupId] : favourites.filter((id) => id !== groupId);
}

/** The list after a toggle; the same list if the id is empty or the group is what it should be already. */
export function withFavourite(
  favourites: readonly string[],
  groupId: string,
  isFavourite: boolean,
): readonly string[] {
  if (groupId === '' || favourites.includes(groupId) === isFavourite) return favourites;
  return isFavourite ? [...favourites, groupId] : favourites.filter((id) => id !== groupId);
}

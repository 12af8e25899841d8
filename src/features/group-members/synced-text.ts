/** The outcome of a directory sync: members added, members removed and their number. */
const number = (count: number) => count.toLocaleString('en');

export function syncedText(p: { count: number; added: number; removed: number }): string {
  const changes = [
    p.added > 0 && `${number(p.added)} added`,
    p.removed > 0 && `${number(p.removed)} removed`,
  ];
  const changeText = changes.filter(Boolean).join(', ');
  const members = p.count === 1 ? '1 member' : `${number(p.count)} members`;
  return changeText === '' ? members : `${members} (${changeText})`;
}

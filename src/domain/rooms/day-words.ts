/** Texts of the days between messages. */

const sameDay = (a: Date, b: Date) =>
  a.getFullYear() === b.getFullYear() && a.getMonth() === b.getMonth() && a.getDate() === b.getDate();

export const isSameDay = (aMs: number, bMs: number): boolean => sameDay(new Date(aMs), new Date(bMs));

/** 1st, 2nd, 3rd, 4th; 11th, 12th and 13th. */
export function ordinal(day: number): string {
  const teens = day % 100;
  if (teens >= 11 && teens <= 13) return `${day}th`;
  return `${day}${['th', 'st', 'nd', 'rd'][day % 10] ?? 'th'}`;
}

/** “Today”, or a text such as “Monday, November 23rd”. Times are epoch milliseconds. */
export function dayWords(atMs: number, nowMs: number): string {
  const at = new Date(atMs);
  if (sameDay(at, new Date(nowMs))) return 'Today';
  const weekday = at.toLocaleDateString('en-US', { weekday: 'long' });
  const month = at.toLocaleDateString('en-US', { month: 'long' });
  return `${weekday}, ${month} ${ordinal(at.getDate())}`;
}

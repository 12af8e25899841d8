/** Time on the clock of the device. */
export type LocalTime = {
  /** 0 is Sunday, 6 Saturday. */
  day: number;
  /** Minutes since midnight. */
  minute: number;
};

export function localTime(epochMs: number): LocalTime {
  const date = new Date(epochMs);
  return { day: date.getDay(), minute: date.getHours() * 60 + date.getMinutes() };
}

/** The time on the wall beside the device. */
export type LocalTime = {
  /** 0 is Sunday, 6 Saturday. */
  day: number;
  /** Since midnight. */
  minute: number;
};

export function localTime(epochMs: number): LocalTime {
  const date = new Date(epochMs);
  return { day: date.getDay(), minute: date.getHours() * 60 + date.getMinutes() };
}

import { useEffect, useState } from 'react';
import { debugWatch } from '#live/live-connection.ts';
import type { DebugReport } from '#protocol/debug-report.ts';

/** The worker's report on a group, polled every second; undefined until the first one arrives. */
export function useDebugReport(groupId: string): { report: DebugReport | undefined; clear: () => void } {
  const [report, setReport] = useState<DebugReport>();
  const [round, setRound] = useState(0);
  // biome-ignore lint/correctness/useExhaustiveDependencies: after a clearing the next report is read at once
  useEffect(() => debugWatch.watch({ groupId }, setReport), [groupId, round]);
  const clear = () => {
    void debugWatch.clear({ groupId }).then(() => setRound((before) => before + 1));
  };
  return { report, clear };
}

import { dayAndTime } from '#domain/time-text.ts';
import type { SiteRunner } from '#protocol/rest/admin/site-runner.ts';
import { isOldRunner } from '#protocol/runner-version.ts';
import { m } from './messages.ts';
import styles from './site-runners.module.css';

export const isConnected = ({ connectedAt, endedAt }: SiteRunner): boolean =>
  connectedAt !== null && endedAt === null;

function stateText({ connectedAt, endedAt }: SiteRunner): string {
  if (connectedAt === null) return m.never;
  return endedAt === null
    ? m.connected({ since: dayAndTime(new Date(connectedAt)) })
    : m.away({ since: dayAndTime(new Date(endedAt)) });
}

/** State of a runner's program: whether it is connected, on which machine, and in which version. */
export function RunnerState({ runner }: { runner: SiteRunner }) {
  const { version, hostname } = runner;
  const isOld = runner.connectedAt !== null && isOldRunner(version);
  const oldText = version === null ? m.noVersion : m.oldVersion({ version });
  return (
    <span className={styles.state}>
      <span className={styles.dot} data-connected={isConnected(runner) || undefined} aria-hidden="true" />
      <span>{stateText(runner)}</span>
      {hostname === null ? null : <bdi>{hostname}</bdi>}
      {isOld ? (
        <span className={styles.old}>{oldText}</span>
      ) : (
        version && <span>{m.version({ version })}</span>
      )}
    </span>
  );
}

import {
  mdiAlertCircleOutline,
  mdiCheckCircleOutline,
  mdiEyeOutline,
  mdiHistory,
  mdiPencilOutline,
  mdiPlay,
  mdiStop,
  mdiTrashCanOutline,
} from '@mdi/js';
import { kindOf, type SyncJob } from '#protocol/rest/sync-job.ts';
import { Icon } from '#ui/icon/icon.tsx';
import { MenuItem, MenuSeparator } from '#ui/overlay/menu.tsx';
import { RowMenu } from '#ui/overlay/row-menu.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './job-row.module.css';
import { m } from './messages.ts';
import { timeText } from './time-text.ts';

export type JobAction = 'edit' | 'run' | 'stop' | 'preview' | 'history' | 'delete';

/** Result of the last run, or progress of the current one. */
function RunMark({ job: { run, mergeStatus } }: { job: SyncJob }) {
  if (run !== undefined || mergeStatus === null) {
    const text =
      run === undefined ? m.neverRun : run.startedAt === null ? m.waiting : m.running({ read: run.read });
    return (
      <span className={styles.mark} data-tip={text}>
        <Spinner label={text} size={18} isInline />
        {run === undefined ? null : <span className={styles.progress}>{text}</span>}
      </span>
    );
  }
  const tip = mergeStatus.success ? m.ok : (mergeStatus.humanError ?? m.failedToRun);
  return (
    // biome-ignore lint/a11y/noNoninteractiveTabindex: keyboard users need the tooltip, too
    <span className={styles.mark} role="img" aria-label={tip} data-tip={tip} tabIndex={0}>
      <Icon
        path={mergeStatus.success ? mdiCheckCircleOutline : mdiAlertCircleOutline}
        size={20}
        className={(mergeStatus.success ? styles.ok : styles.error) ?? ''}
      />
    </span>
  );
}

export function parametersText({ directorySettings, importSettings }: SyncJob): string {
  const { ou, group, teacherEmail, filter, search } = directorySettings;
  const kind = kindOf(importSettings);
  const from = [group, ou, teacherEmail, filter, search].filter((text) => text !== undefined && text !== '');
  const parts = [m.kinds[kind], from.length === 0 ? m.everything : from.join(' · ')];
  if ('tutors' in importSettings) parts.push(m.roles({ count: importSettings.tutors.roles.length }));
  return parts.join(': ').replace(/: (\d+ roles?)$/, ' · $1');
}

export function JobRow(props: {
  job: SyncJob;
  source: string;
  place: string;
  onAct: (action: JobAction) => void;
}) {
  const { job, onAct } = props;
  const item = (action: JobAction, path: string, title: string) => (
    <MenuItem
      // All items but Run and Stop open a dialog, which handles a missing connection itself.
      needsPlatform={action === 'run' || action === 'stop'}
      icon={<Icon path={path} size={18} />}
      onSelect={() => onAct(action)}
    >
      {title}
    </MenuItem>
  );
  return (
    <tr>
      <td className={styles.name}>
        <bdi>{job.name}</bdi>
      </td>
      <td>
        <span className={styles.state}>
          <span className={job.enabled ? styles.active : styles.inactive}>
            {job.enabled ? m.active : m.inactive}
          </span>
          <RunMark job={job} />
        </span>
      </td>
      <td>
        <bdi>{props.source}</bdi>
      </td>
      <td>
        <bdi>{props.place}</bdi>
      </td>
      <td className={styles.parameters}>
        <bdi>{parametersText(job)}</bdi>
      </td>
      <td className={styles.time}>{job.lastRan === null ? m.never : timeText(job.lastRan)}</td>
      <td>
        <RowMenu label={m.menuOf({ name: job.name })}>
          {item('edit', mdiPencilOutline, m.editJob)}
          {job.run === undefined ? item('run', mdiPlay, m.runNow) : item('stop', mdiStop, m.stop)}
          {item('preview', mdiEyeOutline, m.preview)}
          {item('history', mdiHistory, m.history)}
          <MenuSeparator />
          {item('delete', mdiTrashCanOutline, m.deleteJob)}
        </RowMenu>
      </td>
    </tr>
  );
}

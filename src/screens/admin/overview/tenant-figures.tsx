import {
  mdiAccountSchoolOutline,
  mdiBookAccountOutline,
  mdiKeyAlert,
  mdiMonitor,
  mdiOfficeBuildingOutline,
  mdiServerNetworkOutline,
  mdiSync,
} from '@mdi/js';
import { DEVICE_TYPE_NAMES } from '#domain/devices/device-type.ts';
import { dayAndTime } from '#domain/time-text.ts';
import type { AdminOverview, WholeTenant } from '#protocol/rest/admin/overview.ts';
import { Facts, FigureCard, Remark } from './figure-card.tsx';
import { m } from './messages.ts';
import { FIGURE_LINKS } from './overview-links.ts';
import styles from './overview-screen.module.css';

const when = (time: string) => dayAndTime(new Date(time));

/** The cards of the overview: for the whole tenant, or for the sites that a site administrator manages. */
export function TenantFigures({ overview }: { overview: AdminOverview }) {
  const { sites, tutors, whole } = overview;
  return (
    <>
      {whole === undefined ? <p className={styles.note}>{m.managed}</p> : null}
      <div className={styles.figures}>
        {whole === undefined || whole.endingTokens.length === 0 ? null : <EndingTokens whole={whole} />}
        <FigureCard
          icon={mdiOfficeBuildingOutline}
          title={m.sites}
          link={FIGURE_LINKS.sites}
          count={sites.count}
        >
          {sites.count === 0 ? (
            <Remark>{m.noSites}</Remark>
          ) : sites.closed > 0 ? (
            <Remark isWarning>{m.sitesClosed({ count: sites.closed })}</Remark>
          ) : (
            <Remark>{m.sitesOpen}</Remark>
          )}
        </FigureCard>
        <Devices devices={overview.devices} />
        <FigureCard
          icon={mdiAccountSchoolOutline}
          title={m.tutors}
          link={FIGURE_LINKS.tutors}
          count={tutors.count}
        >
          {tutors.withoutSite > 0 ? (
            <Remark>{m.withoutSite({ count: tutors.withoutSite })}</Remark>
          ) : (
            <Remark>{m.allWithSite}</Remark>
          )}
        </FigureCard>
        {whole === undefined ? null : (
          <>
            <Directories directories={whole.directories} />
            <Syncs syncs={whole.syncs} />
            <Runners runners={whole.runners} />
          </>
        )}
      </div>
    </>
  );
}

function Devices({ devices }: Pick<AdminOverview, 'devices'>) {
  const { online, recent, away, never, versions } = devices;
  const count = online + recent + away + never;
  return (
    <FigureCard icon={mdiMonitor} title={m.devices} link={FIGURE_LINKS.devices} count={count}>
      {count === 0 ? (
        <Remark>{m.noDevices}</Remark>
      ) : (
        <Facts
          label={m.devices}
          facts={[
            { id: 'online', name: m.online, value: online },
            { id: 'recent', name: m.recent, value: recent },
            { id: 'away', name: m.away, value: away },
            { id: 'never', name: m.never, value: never },
          ]}
        />
      )}
      {versions.length === 0 ? null : (
        <Facts
          label={m.versions}
          facts={versions.map(({ type, version, count: of }) => ({
            id: `${type} ${version}`,
            name: m.version({ type: DEVICE_TYPE_NAMES[type], version }),
            value: of,
          }))}
        />
      )}
    </FigureCard>
  );
}

function Directories({ directories }: Pick<WholeTenant, 'directories'>) {
  const { count, active } = directories;
  return (
    <FigureCard
      icon={mdiBookAccountOutline}
      title={m.directories}
      link={FIGURE_LINKS.directories}
      count={count}
    >
      <Remark>{count === 0 ? m.noDirectories : m.active({ count: active })}</Remark>
    </FigureCard>
  );
}

function Syncs({ syncs }: Pick<WholeTenant, 'syncs'>) {
  const { count, active, failed, latest } = syncs;
  return (
    <FigureCard icon={mdiSync} title={m.syncs} link={FIGURE_LINKS.syncs} count={count}>
      <Remark>{count === 0 ? m.noSyncs : m.active({ count: active })}</Remark>
      {failed > 0 ? <Remark isWarning>{m.syncsFailed({ count: failed })}</Remark> : null}
      <Facts
        label={m.syncs}
        facts={latest.map(({ id, name, lastRan, hasFailed, humanError }) => ({
          id,
          name,
          isWarning: hasFailed,
          value: hasFailed
            ? (humanError ?? m.syncFailed)
            : lastRan === null
              ? m.syncNever
              : m.syncRan({ when: when(lastRan) }),
        }))}
      />
    </FigureCard>
  );
}

function Runners({ runners }: Pick<WholeTenant, 'runners'>) {
  const { count, connected, away } = runners;
  return (
    <FigureCard icon={mdiServerNetworkOutline} title={m.runners} link={FIGURE_LINKS.runners} count={count}>
      <Remark>{count === 0 ? m.noRunners : m.connected({ count: connected })}</Remark>
      <Facts
        label={m.runners}
        facts={away.map(({ id, name, endedAt }) => ({
          id,
          name,
          value: m.runnerAway({ when: when(endedAt) }),
          isWarning: true,
        }))}
      />
    </FigureCard>
  );
}

function EndingTokens({ whole }: { whole: WholeTenant }) {
  return (
    <FigureCard icon={mdiKeyAlert} title={m.tokens} link={FIGURE_LINKS.sites}>
      <Remark>{m.tokensText}</Remark>
      <Facts
        label={m.tokens}
        facts={whole.endingTokens.map(({ siteId, siteName, expiresAt }, i) => ({
          id: `${siteId} ${i}`,
          name: siteName,
          value: m.tokenEnds({ when: when(expiresAt) }),
          isWarning: true,
        }))}
      />
    </FigureCard>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { installerArguments, policyFile, policyJson, type SiteDeployment } from '#protocol/deployment.ts';
import type { Deployment } from '#protocol/rest/deployment.ts';
import type { Site } from '#protocol/rest/site.ts';
import { deploymentQuery } from '#rest/admin/sites.ts';
import { tenant } from '#session/tenant.ts';
import { CopyText } from '#ui/copy-text.tsx';
import { CheckField } from '#ui/field/field.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import styles from './deployment.module.css';
import { m } from './messages.ts';
import { TokenChoice, useSiteToken } from './site-token.tsx';
import { StudentPageLink } from './student-page-link.tsx';

/** The kind of machine that a deployment is for. */
export type Machines = 'chromeos' | 'windows';

const READING = { loading: m.loading, failed: m.failed, retry: m.retry };

/** A tenant-wide address without a token, because the browser opens it as a link. */
const certificateUrl = () =>
  `${tenant.address('REST_URL').replace(/\/$/, '')}/v1/vnc/ca?tenant=${encodeURIComponent(tenant.key)}`;

function Chromebooks(props: { offer: Deployment; fields: SiteDeployment }) {
  const { chromeExtension } = props.offer;
  return (
    <section className={styles.part} aria-label={m.chromebooks}>
      <h2>{m.chromebooks}</h2>
      {chromeExtension === null ? (
        <p className={styles.note}>{m.noExtension}</p>
      ) : (
        <>
          <CopyText label={m.extensionId} text={chromeExtension.id} />
          <CopyText label={m.installationUrl} text={chromeExtension.updateUrl} />
        </>
      )}
      <CopyText label={m.policy} text={policyJson(props.fields)} hint={m.policyHint} />
    </section>
  );
}

/** Chrome on computers that take policies from a file, and browsers that no administrator manages. */
function ChromeBrowsers(props: { extension: Deployment['chromeExtension']; fields: SiteDeployment }) {
  const { extension, fields } = props;
  const [isStrict, setStrict] = useState(true);
  if (extension === null) return null;
  return (
    <section className={styles.part} aria-label={m.chromeBrowsers}>
      <h2>{m.chromeBrowsers}</h2>
      <CheckField label={m.strict} value={isStrict} onChange={setStrict} />
      <CopyText
        label={m.policyFile}
        text={policyFile(fields, extension, { isStrict })}
        hint={m.policyFileHint}
      />
      {extension.zipUrl === undefined ? null : (
        <div className={styles.links}>
          <a href={extension.zipUrl} download>
            {m.downloadExtension}
          </a>
          <span className={styles.note}>{m.downloadExtensionHint}</span>
        </div>
      )}
    </section>
  );
}

function Windows(props: { offer: Deployment; fields: SiteDeployment }) {
  const { windowsInstaller, hasCertificate } = props.offer;
  return (
    <section className={styles.part} aria-label={m.windows}>
      <h2>{m.windows}</h2>
      {windowsInstaller === null ? (
        <p className={styles.note}>{m.noInstaller}</p>
      ) : (
        <div className={styles.links}>
          <a href={windowsInstaller} download>
            {m.download}
          </a>
          <span className={styles.note}>{m.downloadHint}</span>
        </div>
      )}
      {hasCertificate ? (
        <div className={styles.links}>
          <a href={certificateUrl()} download>
            {m.certificate}
          </a>
          <span className={styles.note}>{m.certificateHint}</span>
        </div>
      ) : (
        <p className={styles.note}>{m.noCertificate}</p>
      )}
      <CopyText label={m.arguments} text={installerArguments(props.fields)} hint={m.argumentsHint} />
    </section>
  );
}

/** Everything an administrator installs on the devices of a site. `machines` limits it to one kind. */
export function DeploymentParts(props: { site: Site; machines?: Machines; onIssue: () => void }) {
  const { site, machines } = props;
  const reading = useQuery(deploymentQuery());
  const token = useSiteToken(site.id);
  const [isIncluded, setIncluded] = useState(true);
  const secret =
    isIncluded && token.name === 'read' && token.token.name === 'readable' ? token.token.secret : undefined;
  return (
    <ListReader reading={reading} words={READING}>
      {(offer) => {
        const fields: SiteDeployment = {
          configUrl: offer.configUrl,
          tenantKey: tenant.key,
          siteId: site.id,
          ...(secret !== undefined && { secret }),
        };
        return (
          <div className={styles.parts}>
            <TokenChoice
              reading={token}
              isIncluded={isIncluded}
              onInclude={setIncluded}
              onIssue={props.onIssue}
            />
            {machines === 'windows' ? null : (
              <>
                <Chromebooks offer={offer} fields={fields} />
                <ChromeBrowsers extension={offer.chromeExtension} fields={fields} />
              </>
            )}
            {machines === 'chromeos' ? null : <Windows offer={offer} fields={fields} />}
            {machines === 'windows' ? null : <StudentPageLink site={site} />}
          </div>
        );
      }}
    </ListReader>
  );
}

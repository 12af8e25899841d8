import { useQuery } from '@tanstack/react-query';
import { dayAndTime } from '#domain/time-text.ts';
import type { SiteToken } from '#protocol/rest/admin/site.ts';
import { siteTokenQuery } from '#rest/admin/sites.ts';
import { useRoles } from '#session/session-store.ts';
import { Button } from '#ui/button.tsx';
import { CheckField } from '#ui/field/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './deployment.module.css';
import { m } from './messages.ts';

/** The token of a site as the current user may see it. */
export type TokenReading =
  | { name: 'not-allowed' }
  | { name: 'reading' }
  | { name: 'failed' }
  | { name: 'read'; token: SiteToken };

/** Only super admins request the token. */
export function useSiteToken(siteId: string): TokenReading {
  const { superAdmin } = useRoles();
  const { data, isError } = useQuery({ ...siteTokenQuery(siteId), enabled: superAdmin });
  if (!superAdmin) return { name: 'not-allowed' };
  if (data !== undefined) return { name: 'read', token: data };
  return { name: isError ? 'failed' : 'reading' };
}

function noteOf(reading: TokenReading, isIncluded: boolean): string | undefined {
  if (reading.name === 'not-allowed') return m.onlySuperAdmins;
  if (reading.name === 'failed') return m.tokenFailed;
  if (reading.name === 'reading') return undefined;
  if (reading.token.name === 'none') return m.noToken;
  if (reading.token.name === 'unreadable') return m.unreadable;
  return isIncluded ? undefined : m.without;
}

/** Checkbox that includes the token in the deployment; disabled where there is no token to show. */
export function TokenChoice(props: {
  reading: TokenReading;
  isIncluded: boolean;
  onInclude: (isIncluded: boolean) => void;
  onIssue: () => void;
}) {
  const { reading, isIncluded } = props;
  const token = reading.name === 'read' ? reading.token : undefined;
  const isReadable = token?.name === 'readable';
  const note = noteOf(reading, isIncluded);
  const { formerExpiry = null, formerCount = 0 } = token === undefined || token.name === 'none' ? {} : token;
  return (
    <div className={styles.token}>
      <CheckField
        label={m.include}
        value={isIncluded && isReadable}
        isDisabled={!isReadable}
        onChange={props.onInclude}
      />
      {reading.name === 'reading' ? <Spinner label={m.readingToken} size={18} isInline /> : null}
      {note === undefined ? null : <p className={styles.note}>{note}</p>}
      {formerExpiry === null ? null : (
        <p className={styles.note}>
          {m.formerEnds({ count: formerCount, when: dayAndTime(new Date(formerExpiry)) })}
        </p>
      )}
      {token !== undefined && !isReadable ? <Button onClick={props.onIssue}>{m.issueToken}</Button> : null}
    </div>
  );
}

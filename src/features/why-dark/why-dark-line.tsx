import { PlainLink } from '../../shell/navigation/plain-link.tsx';
import { m } from './messages.ts';
import { type DarkDevice, usePlatformFacts, useWhyDark } from './use-why-dark.ts';
import styles from './why-dark-line.module.css';

function Line({ sentence, isSmall }: { sentence: string | undefined; isSmall?: boolean | undefined }) {
  if (sentence === undefined) return null;
  return (
    <span
      className={isSmall ? styles.small : styles.line}
      data-why-dark
      data-tip={isSmall ? sentence : undefined}
    >
      {sentence}
    </span>
  );
}

/** Stands on a card where no picture does: why, and what to do next. Nothing while nothing is wrong. */
export function WhyDarkLine(device: DarkDevice) {
  return <Line sentence={useWhyDark(device)} isSmall />;
}

const debugPath = (groupId: string, clientId: string) =>
  `/group/${encodeURIComponent(groupId)}/debug?client=${encodeURIComponent(clientId)}`;

/**
 * The same of a single device, of which the platform is asked too, with the way to all that is known of it. `deviceId`:
 * the directory's, where it has one; `groupId`: in which it is looked at.
 */
export function WhyDarkDeviceLine(
  props: DarkDevice & { deviceId: string | undefined; groupId: string | undefined },
) {
  const { deviceId, groupId, ...device } = props;
  const sentence = useWhyDark(device, usePlatformFacts(deviceId, device));
  if (sentence === undefined) return null;
  return (
    <>
      <Line sentence={sentence} />
      {groupId === undefined ? null : (
        <PlainLink path={debugPath(groupId, device.clientId)} className={styles.more}>
          {m.more}
        </PlainLink>
      )}
    </>
  );
}

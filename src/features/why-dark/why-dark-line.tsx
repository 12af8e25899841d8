import { PlainLink } from '#shell/navigation/plain-link.tsx';
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

/** The reason on a card without a picture, and the next step. Renders nothing while there is no problem. */
export function WhyDarkLine(device: DarkDevice) {
  return <Line sentence={useWhyDark(device)} isSmall />;
}

const debugPath = (groupId: string, clientId: string) =>
  `/group/${encodeURIComponent(groupId)}/debug?client=${encodeURIComponent(clientId)}`;

/**
 * The same for a single device, with the platform's facts and a link to the debug page. `deviceId`: the
 * directory id, if there is one; `groupId`: the group in which the device is viewed.
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

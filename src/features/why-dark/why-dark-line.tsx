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

/** Stands where no picture does: why, and what to do next. Nothing while nothing is wrong. */
export function WhyDarkLine({ isSmall, ...device }: DarkDevice & { isSmall?: boolean }) {
  return <Line sentence={useWhyDark(device)} isSmall={isSmall} />;
}

/** The same of a single device, of which the platform is asked too. `deviceId`: the directory's, where it has one. */
export function WhyDarkDeviceLine({ deviceId, ...device }: DarkDevice & { deviceId: string | undefined }) {
  return <Line sentence={useWhyDark(device, usePlatformFacts(deviceId, device))} />;
}

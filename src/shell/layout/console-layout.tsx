import { useQueryClient } from '@tanstack/react-query';
import { Outlet } from '@tanstack/react-router';
import { type ReactNode, useEffect, useRef } from 'react';
import { useSnapshot } from 'valtio/react';
import { liveConnection } from '#live/live-connection.ts';
import { hasConnected, onChangesMissed } from '#live/on-changes-missed.ts';
import { useConnection } from '#live/use-connection.ts';
import { Spinner } from '#ui/spinner.tsx';
import { m } from '../messages.ts';
import { connectivity } from '../notices/connectivity.ts';
import { BrokerBanner } from '../notices/notices.tsx';
import { SpecialMessages } from '../notices/special-messages.tsx';
import { useRoomNews } from '../rooms/room-news.ts';
import styles from './console-layout.module.css';
import { ShellFrame } from './shell-frame.tsx';

/**
 * The console realm. Its content is hidden only until the first broker connection, or until the platform is
 * known to be unreachable. After later losses it stays below the banner, and live components mark themselves
 * as stale. `foot`: overlays at the foot of every screen.
 */
export function ConsoleLayout(props: { foot: ReactNode }) {
  const connection = useConnection();
  const client = useQueryClient();
  useRoomNews();
  const everConnected = useRef(false);
  if (hasConnected(connection)) everConnected.current = true;
  const isOutdated = connection.name === 'outdated';
  const { offline } = useSnapshot(connectivity);

  useEffect(
    () => onChangesMissed(liveConnection.connection, () => void client.invalidateQueries()),
    [client],
  );

  // If only a reload helps or the platform is unreachable, no connection will come: the last known content is
  // shown.
  const isHidden = !everConnected.current && !isOutdated && !offline;
  return (
    <ShellFrame
      withGroups
      top={
        <>
          <BrokerBanner connection={connection} />
          <SpecialMessages />
        </>
      }
    >
      {isHidden ? (
        <>
          <h1 className="visually-hidden">{m.productName}</h1>
          <Spinner label={m.connecting} />
        </>
      ) : null}
      {/* Mounted while hidden, so that its watches are requested with the first connection. */}
      <div className={styles.content} hidden={isHidden}>
        <Outlet />
      </div>
      {props.foot}
    </ShellFrame>
  );
}

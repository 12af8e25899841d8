import { mdiImageBrokenVariant, mdiMonitorOff, mdiShieldLockOutline } from '@mdi/js';
import { useSnapshot } from 'valtio/react';
import { shownText } from '#domain/shown-text.ts';
import type { Display } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/live-worker.ts';
import { useThumbnailState } from '../../live/device-store.ts';
import { displayChoices } from '../../live/display-choices.ts';
import type { GroupWatch } from '../../live/group-watch.ts';
import { ThumbnailCanvas } from '../../live/thumbnail-canvas.tsx';
import { Icon } from '../../ui/icon.tsx';
import { deviceType, monitored, type StaleMark, screenFace } from './card-facts.ts';
import styles from './card-screen.module.css';
import { m } from './messages.ts';
import { PICTURE_PLACE } from './picture-size.ts';

const titleOf = (display: Display, number: number) => {
  const title = shownText(display.name ?? '', 60) || m.displayNumber({ number });
  return display.primary ? m.primaryDisplay({ title }) : title;
};

/** One button for each display of a device, for devices with more than one. */
function DisplaySwitcher(props: { clientId: string; name: string; displays: readonly Display[] }) {
  const { clientId, displays } = props;
  const chosen = useSnapshot(displayChoices.choices)[clientId];
  const primary = displays.find((display) => display.primary) ?? displays[0];
  const current = displays.find((display) => display.id === chosen) ?? primary;
  return (
    <fieldset className={styles.displays}>
      <legend className="visually-hidden">{m.displaysOf({ name: props.name })}</legend>
      {displays.map((display, i) => {
        const title = titleOf(display, i + 1);
        return (
          <button
            key={display.id}
            type="button"
            className={styles.display}
            aria-pressed={display === current}
            aria-label={title}
            data-tip={title}
            onClick={() => displayChoices.choose(clientId, display === primary ? undefined : display.id)}
          >
            {i + 1}
          </button>
        );
      })}
    </fieldset>
  );
}

function Face(props: { icon: string; text: string; className?: string }) {
  return (
    <p className={`${styles.face} ${props.className ?? ''}`}>
      <Icon path={props.icon} size={26} />
      <span className={styles.faceText}>{props.text}</span>
    </p>
  );
}

/** The screen of a device, or what stands in its place. */
export function CardScreen(props: {
  watch: GroupWatch;
  client: LiveClient;
  name: string;
  stale: StaleMark | undefined;
}) {
  const { watch, client, name, stale } = props;
  const face = screenFace(client.statuses, useThumbnailState(watch, client.clientId));
  const displays = client.info?.displays ?? [];
  const isFullyFullScreen = client.statuses?.fullScreen === 'FULL';
  return (
    <div className={styles.screen} {...PICTURE_PLACE}>
      {/* With privacy on there is no canvas: not even the last picture may stand below the words. */}
      {face === 'privacy' ? null : (
        <ThumbnailCanvas
          watch={watch}
          clientId={client.clientId}
          label={m.screenOf({ name })}
          className={styles.picture ?? ''}
        />
      )}
      {face === 'privacy' ? (
        <Face icon={mdiShieldLockOutline} text={m.privacy({ what: monitored(deviceType(client)) })} />
      ) : null}
      {face === 'unavailable' ? (
        <Face icon={mdiMonitorOff} text={m.unavailable} className={styles.patient ?? ''} />
      ) : null}
      {face === 'undecodable' ? <Face icon={mdiImageBrokenVariant} text={m.undecodable} /> : null}
      {stale === undefined ? null : <span className={styles.stale}>{m[stale]}</span>}
      {displays.length > 1 && face !== 'privacy' && !isFullyFullScreen ? (
        <DisplaySwitcher clientId={client.clientId} name={name} displays={displays} />
      ) : null}
    </div>
  );
}

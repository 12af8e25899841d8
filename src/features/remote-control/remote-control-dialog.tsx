import { mdiFullscreen, mdiFullscreenExit, mdiMonitorOff } from '@mdi/js';
import { type MouseEvent, type RefObject, useEffect, useId, useLayoutEffect, useRef } from 'react';
import { Button } from '#ui/button.tsx';
import { useModal } from '#ui/dialog/use-modal.ts';
import { Spinner } from '#ui/spinner.tsx';
import type { RemoteControl } from './create-remote-control.ts';
import { m } from './messages.ts';
import styles from './remote-control-dialog.module.css';
import type { RemoteControlState } from './remote-control-state.ts';
import { useFullScreen } from './use-full-screen.ts';
import type { Viewer } from './viewer-door.ts';
import { HELD_KEYS } from './viewer-keys.ts';

type Opened = Exclude<RemoteControlState, { name: 'closed' | 'asking' }>;
export type RemoteControlDialogProps = { state: Opened; control: Control };
type Control = Pick<RemoteControl, 'toggle' | 'tab' | 'ctrlAltDel' | 'keyUp' | 'close'>;

/** A click on the bar leaves the keyboard focus with the device. */
const keepFocus = (event: MouseEvent) => event.preventDefault();

function Keys(props: { state: Opened & { name: 'open' }; control: Control }) {
  const { state, control } = props;
  return (
    <fieldset className={styles.keys} aria-label={m.keys} disabled={!state.isReady}>
      {HELD_KEYS.map((key) => (
        <Button key={key} aria-pressed={state.held.has(key)} onClick={() => control.toggle(key)}>
          {m[key]}
        </Button>
      ))}
      <Button onClick={control.tab}>{m.tab}</Button>
      <Button onClick={control.ctrlAltDel}>{m.ctrlAltDel}</Button>
    </fieldset>
  );
}

/** The viewer's element is created outside React: it is attached on mount and removed on unmount. */
function ViewerScreen(props: { viewer: Viewer; isReady: boolean }) {
  const { viewer, isReady } = props;
  const place = useRef<HTMLDivElement>(null);
  useLayoutEffect(() => {
    viewer.element.className = styles.viewer ?? '';
    place.current?.append(viewer.element);
    return () => viewer.element.remove();
  }, [viewer]);
  useEffect(() => {
    if (isReady) viewer.focus();
  }, [viewer, isReady]);
  return <div ref={place} className={styles.screen} data-screen />;
}

const isInScreen = ({ target }: { target: EventTarget | null }) =>
  target instanceof Element && target.closest('[data-screen]') !== null;

/** Listens on the page: without focus, as after Shift+Tab from the first button, the dialog gets no keys. */
function useKeys(control: Control, viewer: Viewer | undefined, body: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.key === 'Home' && event.ctrlKey && event.altKey) {
        event.preventDefault();
        event.stopPropagation();
        body.current?.querySelector<HTMLElement>('button:enabled')?.focus();
      } else if (event.key === 'Escape' && !isInScreen(event)) {
        // Escape would close the dialog in browsers without `closedby`.
        event.preventDefault();
        if (viewer) viewer.focus();
        else control.close();
      }
    };
    const onKeyUp = (event: KeyboardEvent) => {
      control.keyUp(event);
      if (!isInScreen(event)) viewer?.release(event);
    };
    document.addEventListener('keydown', onKeyDown, { capture: true });
    document.addEventListener('keyup', onKeyUp, { capture: true });
    return () => {
      document.removeEventListener('keydown', onKeyDown, { capture: true });
      document.removeEventListener('keyup', onKeyUp, { capture: true });
    };
  }, [control, viewer, body]);
}

/**
 * Covers everything. While its screen has the focus, the device gets all keys, including Escape and Tab.
 * Ctrl+Alt+Home moves to the buttons, as in other remote desktops, and Escape moves back.
 */
export function RemoteControlDialog(props: RemoteControlDialogProps) {
  const { state, control } = props;
  const modal = useModal(control.close);
  const body = useRef<HTMLDivElement>(null);
  const hint = useId();
  const fullScreen = useFullScreen(body);
  const viewer = state.name === 'open' ? state.viewer : undefined;
  useKeys(control, viewer, body);
  return (
    <dialog
      {...modal}
      // With a screen, Escape belongs to the device, and only the button disconnects.
      closedby={viewer ? 'none' : 'closerequest'}
      aria-label={m.of({ name: state.deviceName })}
      aria-describedby={viewer ? hint : undefined}
      className={styles.dialog}
      onCancel={(event) => {
        event.preventDefault();
        if (!viewer) control.close();
      }}
    >
      <div ref={body} className={styles.body}>
        {/* biome-ignore lint/a11y/noStaticElementInteractions: nothing happens; the focus only stays where it is */}
        <div className={styles.bar} onMouseDown={viewer ? keepFocus : undefined}>
          <h2 className={styles.name}>{m.of({ name: state.deviceName })}</h2>
          {state.name === 'open' ? <Keys state={state} control={control} /> : null}
          <div className={styles.end}>
            {viewer && fullScreen.isPossible ? (
              <Button
                icon={fullScreen.isOn ? mdiFullscreenExit : mdiFullscreen}
                compact
                onClick={fullScreen.toggle}
              >
                {fullScreen.isOn ? m.leaveFullScreen : m.fullScreen}
              </Button>
            ) : null}
            <Button look="primary" icon={mdiMonitorOff} onClick={control.close}>
              {viewer ? m.disconnect : m.cancel}
            </Button>
          </div>
        </div>
        {viewer ? (
          <ViewerScreen viewer={viewer} isReady={state.name === 'open' && state.isReady} />
        ) : (
          <div className={styles.waiting}>
            <Spinner label={m.connecting({ name: state.deviceName })} />
            <p aria-hidden="true">{m.connecting({ name: state.deviceName })}</p>
          </div>
        )}
        {viewer ? (
          <p id={hint} className={styles.hint}>
            {state.name === 'open' && state.isReady ? m.wayOut : m.connecting({ name: state.deviceName })}
          </p>
        ) : null}
      </div>
    </dialog>
  );
}

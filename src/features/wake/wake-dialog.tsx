import { useQuery } from '@tanstack/react-query';
import { useEffect, useMemo, useRef, useState } from 'react';
import { isMeant } from '#domain/devices/device-actions.ts';
import type { ActionRun } from '#live/action-run.ts';
import { deviceCommands, onDemand } from '#live/live-connection.ts';
import { groupMembersQuery } from '#rest/group-members.ts';
import { siteSettingsQuery } from '#rest/site-settings.ts';
import { Button } from '#ui/button.tsx';
import { Dialog } from '#ui/dialog/dialog.tsx';
import { useObservable } from '#ui/use-observable.ts';
import type { ActionDialogProps } from '../action-bar/action-entry.ts';
import type { ActionPlace } from '../action-bar/action-target.ts';
import { m } from './messages.ts';
import { useRunnerCheck } from './runner-check.ts';
import { RunnerNotice } from './runner-notice.tsx';
import { followWake } from './send-wake.ts';
import styles from './wake-dialog.module.css';
import type { WakeOutcome } from './wake-outcome.ts';
import { NameList, WakeResult } from './wake-result.tsx';

export type WakeServices = {
  ping(): Promise<boolean | null>;
  wakeNow(deviceIds: readonly string[]): ActionRun;
  wakeGroup(groupId: string): ActionRun;
};

const LIVE: WakeServices = {
  ping: onDemand.pingSiteRunner,
  wakeNow: deviceCommands.wakeNow,
  wakeGroup: deviceCommands.wakeGroup,
};

type Aim = 'selected' | 'group';

/** The names of the selected devices and of the others of the group. */
function useNames({
  place,
  targets,
}: Pick<ActionDialogProps, 'place' | 'targets'>): ReadonlyMap<string, string> {
  const isGroup = place.kind === 'group';
  const { data } = useQuery({ ...groupMembersQuery(isGroup ? place.groupId : ''), enabled: isGroup });
  return useMemo(
    () =>
      new Map([
        ...(data ?? []).flatMap((member): [string, string][] =>
          member.kind === 'device' ? [[member.id, member.alias?.trim() || member.hostname]] : [],
        ),
        ...targets.flatMap(({ deviceId, name }): [string, string][] => (deviceId ? [[deviceId, name]] : [])),
      ]),
    [data, targets],
  );
}

const MAX_DEVICES = 5_000;

const NEVER = { subscribe: () => () => {}, get: () => undefined };

/** The directory ids of the group's switched-off computers; undefined if they are unknown. */
function useAwayIds(place: ActionPlace): readonly string[] | undefined {
  const away = useObservable((place.kind === 'group' ? place.away : undefined) ?? NEVER);
  return useMemo(() => away?.flatMap(({ deviceId }) => deviceId ?? []), [away]);
}

/** The devices that a wake of the whole group reaches. */
function GroupAim(props: { awayIds: readonly string[] | undefined; names: ReadonlyMap<string, string> }) {
  const { awayIds, names } = props;
  if (awayIds === undefined) return <p>{m.groupUnknownText}</p>;
  if (awayIds.length === 0) return <p>{m.groupNobody}</p>;
  return (
    <>
      <p>{awayIds.length === 1 ? m.groupOneText : m.groupText({ count: awayIds.length })}</p>
      <NameList ids={awayIds} names={names} />
    </>
  );
}

/** Wakes the selected switched-off computers, or the whole group; without a selection, the group. */
export function WakeForm(props: ActionDialogProps & { services: WakeServices }) {
  const { place, targets, services, onClose } = props;
  const deviceIds = useMemo(
    () =>
      targets.flatMap(({ condition, deviceId }) =>
        deviceId !== undefined && isMeant('wake', condition) ? [deviceId] : [],
      ),
    [targets],
  );
  const [aim, setAim] = useState<Aim>(
    deviceIds.length === 0 && place.kind === 'group' ? 'group' : 'selected',
  );
  const [outcome, setOutcome] = useState<WakeOutcome>();
  const { check, again } = useRunnerCheck(services.ping);
  const settings = useQuery(siteSettingsQuery()).data?.settings;
  const isSwitchedOff = settings?.wol.enabled === false;
  const names = useNames(props);
  const leave = useRef<() => void>(undefined);
  useEffect(() => () => leave.current?.(), []);
  const result = useRef<HTMLDivElement>(null);
  const isSent = outcome !== undefined;
  // The pressed button has been removed.
  useEffect(() => {
    if (isSent) result.current?.focus();
  }, [isSent]);

  const awayIds = useAwayIds(place);
  const targetIds = aim === 'group' ? awayIds : deviceIds;
  const isReady = check === 'here' && !isSwitchedOff && targetIds?.length !== 0;
  function confirm(): void {
    if (!isReady || outcome !== undefined) return;
    setOutcome({ name: 'waiting' });
    const isByGroup = targetIds === undefined || targetIds.length > MAX_DEVICES;
    const run =
      isByGroup && place.kind === 'group'
        ? services.wakeGroup(place.groupId)
        : services.wakeNow(targetIds ?? []);
    leave.current = followWake(run, setOutcome);
  }

  return (
    <div className={styles.form}>
      {outcome === undefined ? (
        <>
          {place.kind === 'group' && deviceIds.length > 0 ? (
            <fieldset className={styles.aims}>
              <legend className="visually-hidden">{m.whom}</legend>
              {(['selected', 'group'] as const).map((each) => (
                <label key={each} className={styles.aim}>
                  <input type="radio" name="aim" checked={aim === each} onChange={() => setAim(each)} />
                  <bdi className={styles.aimText}>
                    {each === 'selected' ? m.selected({ count: deviceIds.length }) : m.group(place)}
                  </bdi>
                </label>
              ))}
            </fieldset>
          ) : null}
          {aim === 'group' ? (
            <GroupAim awayIds={awayIds} names={names} />
          ) : (
            <>
              <p>{m.selectedText}</p>
              <NameList ids={deviceIds} names={names} />
            </>
          )}
          {isSwitchedOff ? (
            <p role="alert" className={styles.failure}>
              {m.failed['switched-off']}
            </p>
          ) : (
            <RunnerNotice check={check} isGroup={aim === 'group'} onAgain={again} />
          )}
        </>
      ) : (
        <div ref={result} tabIndex={-1}>
          <WakeResult outcome={outcome} names={names} />
        </div>
      )}
      <div className={styles.buttons}>
        <Button onClick={onClose}>{outcome === undefined ? m.cancel : m.close}</Button>
        {outcome === undefined ? (
          <Button look="primary" aria-disabled={!isReady} onClick={confirm}>
            {m.confirm}
          </Button>
        ) : null}
      </div>
    </div>
  );
}

export function WakeDialog(props: ActionDialogProps) {
  const label = props.targets.length === 0 ? m.groupTitle : m.title;
  return (
    <Dialog label={label} width="34rem" closeLabel={m.close} onClose={props.onClose} withHeader>
      <WakeForm {...props} services={LIVE} />
    </Dialog>
  );
}

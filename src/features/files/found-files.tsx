import { mdiChevronDown, mdiChevronRight } from '@mdi/js';
import { useState } from 'react';
import { fileSizeText } from '#domain/files/file-size.ts';
import { shownText } from '#domain/shown-text.ts';
import type { RetrievedFile } from '#protocol/action-parameters.ts';
import { IconButton } from '#ui/button.tsx';
import { useMixed } from '#ui/field/use-mixed.ts';
import styles from './forms.module.css';
import type { DeviceFiles, Unlisted } from './listing.ts';
import { m } from './messages.ts';

/** With more rows, the devices are collapsed at first. */
const MAX_OPEN_ROWS = 200;

/** Identifies one file of the list. */
export const fileKey = ({ target }: DeviceFiles, at: number): string => `${target.recipient.clientId} ${at}`;

const keysOf = (device: DeviceFiles) => device.files.map((_, at) => fileKey(device, at));

/** Checked if all are selected, mixed if some are. */
function AllBox(props: { label: string; state: 'all' | 'some' | 'none'; onChange(isOn: boolean): void }) {
  const ref = useMixed(props.state === 'some');
  return (
    <input
      ref={ref}
      type="checkbox"
      aria-label={props.label}
      checked={props.state === 'all'}
      onChange={(event) => props.onChange(event.currentTarget.checked)}
    />
  );
}

function FileRow(props: { file: RetrievedFile; isChosen: boolean; onChoose(isOn: boolean): void }) {
  const { fileName, location, size } = props.file;
  return (
    <li className={styles.file}>
      <label className={styles.choice}>
        <input
          type="checkbox"
          checked={props.isChosen}
          onChange={(event) => props.onChoose(event.currentTarget.checked)}
        />
        <span className={styles.fileWords}>
          <bdi>{shownText(fileName)}</bdi>
          <bdi className={styles.location}>{shownText(location)}</bdi>
        </span>
        <span className={styles.size}>{fileSizeText(size)}</span>
      </label>
    </li>
  );
}

function DeviceGroup(props: {
  device: DeviceFiles;
  isOpenAtFirst: boolean;
  chosen: ReadonlySet<string>;
  onChoose(keys: readonly string[], isOn: boolean): void;
}) {
  const { device, chosen, onChoose } = props;
  const [isOpen, setOpen] = useState(props.isOpenAtFirst);
  const keys = keysOf(device);
  const count = keys.filter((key) => chosen.has(key)).length;
  const name = shownText(device.target.name);
  return (
    <li className={styles.device}>
      <div className={styles.deviceHead}>
        {/* biome-ignore lint/a11y/noLabelWithoutControl: the box is in it */}
        <label className={styles.choice}>
          {keys.length > 0 ? (
            <AllBox
              label={m.filesOf({ name })}
              state={count === 0 ? 'none' : count === keys.length ? 'all' : 'some'}
              onChange={(isOn) => onChoose(keys, isOn)}
            />
          ) : null}
          <bdi className={styles.deviceName}>{name}</bdi>
          <span className={styles.size}>
            {keys.length === 0 ? m.nothingFound : m.foundCount({ count: keys.length })}
          </span>
        </label>
        {keys.length > 0 ? (
          <IconButton
            icon={isOpen ? mdiChevronDown : mdiChevronRight}
            label={m.filesOf({ name })}
            aria-expanded={isOpen}
            onClick={() => setOpen(!isOpen)}
          />
        ) : null}
      </div>
      {isOpen ? (
        <ul aria-label={name} className={styles.rows}>
          {device.files.map((file, at) => {
            const key = fileKey(device, at);
            return (
              <FileRow
                key={key}
                file={file}
                isChosen={chosen.has(key)}
                onChoose={(isOn) => onChoose([key], isOn)}
              />
            );
          })}
        </ul>
      ) : null}
      {device.hasMore ? <p className={styles.note}>{m.moreThanListed}</p> : null}
    </li>
  );
}

function MissingDevices({ missing }: { missing: readonly Unlisted[] }) {
  return (['no-answer', 'failed'] as const).map((why) => {
    const names = missing.filter((each) => each.why === why).map(({ target }) => shownText(target.name, 80));
    if (names.length === 0) return null;
    return (
      <p key={why} className={styles.missing}>
        {why === 'failed' ? m.couldNotList : m.noAnswer}{' '}
        {names.map((name, at) => (
          // biome-ignore lint/suspicious/noArrayIndexKey: names may repeat, and the list does not change
          <span key={at}>
            {at > 0 ? ', ' : null}
            <bdi>{name}</bdi>
          </span>
        ))}
      </p>
    );
  });
}

/** The files of the devices, grouped by device, to choose from. */
export function FoundFiles(props: {
  found: readonly DeviceFiles[];
  missing: readonly Unlisted[];
  chosen: ReadonlySet<string>;
  onChosen(chosen: ReadonlySet<string>): void;
}) {
  const { found, chosen } = props;
  const isShort = found.reduce((sum, { files }) => sum + files.length, 0) <= MAX_OPEN_ROWS;
  function choose(keys: readonly string[], isOn: boolean): void {
    const next = new Set(chosen);
    for (const key of keys) {
      if (isOn) next.add(key);
      else next.delete(key);
    }
    props.onChosen(next);
  }
  return (
    <>
      <MissingDevices missing={props.missing} />
      <ul className={styles.list}>
        {found.map((device) => (
          <DeviceGroup
            key={device.target.recipient.clientId}
            device={device}
            isOpenAtFirst={isShort || found.length === 1}
            chosen={chosen}
            onChoose={choose}
          />
        ))}
      </ul>
    </>
  );
}

import { mdiDevices, mdiMonitor } from '@mdi/js';
import { useQuery } from '@tanstack/react-query';
import { type ReactNode, useId, useState } from 'react';
import type {
  DoubtfulDevice,
  DuplicateDevices,
  LikeDevices,
} from '#protocol/rest/admin/duplicate-devices.ts';
import { duplicateDevicesQuery } from '#rest/admin/duplicate-devices.ts';
import { lazyDialog } from '#shell/lazy/lazy-part.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { ListReader } from '#ui/list/list-page.tsx';
import { PageBody } from '#ui/page-body.tsx';
import { DoubtfulDevicesTable } from './doubtful-devices-table.tsx';
import styles from './duplicate-devices.module.css';
import { LikeDevicesTable } from './like-devices-table.tsx';
import { m } from './messages.ts';

const WORDS = { loading: m.loading, failed: m.notRead, retry: m.tryAgain, outdated: m.outdated };

const UniteDialog = lazyDialog(m.uniteTitle, async () => (await import('./unite-dialog.tsx')).UniteDialog);
const SeparateDialog = lazyDialog(
  m.separate,
  async () => (await import('./separate-dialog.tsx')).SeparateDialog,
);

type Opened = { name: 'unite'; set: LikeDevices } | { name: 'separate'; doubt: DoubtfulDevice };

function Section(props: { title: string; text: string; children: ReactNode }) {
  const id = useId();
  return (
    <section aria-labelledby={id} className={styles.section}>
      <h2 id={id} className={styles.title}>
        {props.title}
      </h2>
      <p className={styles.text}>{props.text}</p>
      {props.children}
    </section>
  );
}

function Lists({ data }: { data: DuplicateDevices }) {
  const { mayBeOne, mayBeSeveral, isWhole } = data;
  const [opened, setOpened] = useState<Opened>();
  const close = () => setOpened(undefined);
  return (
    <PageBody>
      {isWhole ? null : <p role="status">{m.notWhole}</p>}
      <Section title={m.mayBeOne} text={m.mayBeOneText}>
        {mayBeOne.length === 0 ? (
          <EmptyState icon={mdiDevices} title={m.noneMayBeOne} text={m.noneMayBeOneText} />
        ) : (
          <LikeDevicesTable sets={mayBeOne} onUnite={(set) => setOpened({ name: 'unite', set })} />
        )}
      </Section>
      <Section title={m.mayBeSeveral} text={m.mayBeSeveralText}>
        {mayBeSeveral.length === 0 ? (
          <EmptyState icon={mdiMonitor} title={m.noneMayBeSeveral} text={m.noneMayBeSeveralText} />
        ) : (
          <DoubtfulDevicesTable
            doubts={mayBeSeveral}
            onSeparate={(doubt) => setOpened({ name: 'separate', doubt })}
          />
        )}
      </Section>
      {opened?.name === 'unite' ? <UniteDialog set={opened.set} onClose={close} /> : null}
      {opened?.name === 'separate' ? <SeparateDialog doubt={opened.doubt} onClose={close} /> : null}
    </PageBody>
  );
}

/** Devices that may be one machine, and devices that may be several; for super admins. */
export function DuplicateDevicesScreen() {
  const reading = useQuery(duplicateDevicesQuery());
  return (
    <ListReader reading={reading} words={WORDS}>
      {(data) => <Lists data={data} />}
    </ListReader>
  );
}

import { mdiChevronDown, mdiChevronUp, mdiClose } from '@mdi/js';
import { useEffect, useRef, useState } from 'react';
import { liveConnection } from '#live/live-connection.ts';
import type { FileExchange } from '#peer/files/file-exchange.ts';
import type { Direction } from '#peer/files/file-record.ts';
import { fileExchange } from '#peer/files/live-file-exchange.ts';
import { toasts } from '#shell/toasts/toasts.ts';
import { IconButton } from '#ui/button.tsx';
import { usePageMark } from '#ui/page-mark.ts';
import { Tabs } from '#ui/tabs.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { CollectFilesTab, EMPTY_COLLECT } from './collect-files-tab.tsx';
import styles from './file-exchange-panel.module.css';
import { fileExchangePanel } from './file-exchange-state.ts';
import { createListing, type Listing } from './listing.ts';
import { m } from './messages.ts';
import { EMPTY_SEND, SendFilesTab } from './send-files-tab.tsx';
import { TotalBar } from './total-bar.tsx';
import { TransferList } from './transfer-list.tsx';
import { useUnloadWarning } from './unload-warning.ts';

const DIRECTIONS = [
  { key: 'send', title: m.sendFiles },
  { key: 'collect', title: m.collectFiles },
] as const;

const listing = createListing({
  act: liveConnection.act,
  onLeaving: liveConnection.onLeaving,
  onFailed: () => void toasts.show({ type: 'warning', text: m.retrievalFailed }),
});

// Progress changes several times a second, so only the components that show it subscribe to it.
type Watched = Pick<FileExchange, 'get' | 'subscribe'>;

function useIsRunning(exchange: Watched & Pick<FileExchange, 'packing'>): boolean {
  const isPacking = useObservable(exchange.packing) !== undefined;
  const isTransferring = useObservable(exchange, () => {
    const { send, collect } = exchange.get().totals;
    return send.isRunning || collect.isRunning;
  });
  return isPacking || isTransferring;
}

/** Announces the end of a transfer once; announcing each step would be too much. */
function Outcome({ exchange }: { exchange: Watched }) {
  const { totals } = useObservable(exchange);
  const [news, setNews] = useState('');
  const running = useRef({ send: false, collect: false });
  useEffect(() => {
    for (const { key, title } of DIRECTIONS) {
      const { isRunning, finishedCount, fileCount, failedCount } = totals[key];
      if (running.current[key] && !isRunning && fileCount > 0) {
        setNews(m.ended({ title, finished: finishedCount, count: fileCount, failed: failedCount }));
      }
      running.current[key] = isRunning;
    }
  }, [totals]);
  return (
    <p role="status" className="visually-hidden">
      {news}
    </p>
  );
}

function Totals({ exchange }: { exchange: Watched }) {
  const { totals } = useObservable(exchange);
  return (
    <div className={styles.collapsed}>
      {DIRECTIONS.filter(({ key }) => totals[key].fileCount > 0).map(({ key, title }) => (
        <TotalBar key={key} title={title} totals={totals[key]} />
      ))}
    </div>
  );
}

/** Focuses the heading whenever the panel is opened, and restores the focus when it closes. */
function useFocus(openings: number) {
  const heading = useRef<HTMLHeadingElement>(null);
  const before = useRef<Element | null>(null);
  useEffect(() => {
    if (openings === 0) return;
    if (!heading.current?.parentElement?.contains(document.activeElement)) {
      before.current = document.activeElement;
    }
    heading.current?.focus();
  }, [openings]);
  useEffect(
    () => () => {
      const to = before.current;
      if (to instanceof HTMLElement && to.isConnected && to !== document.body) to.focus();
    },
    [],
  );
  return heading;
}

/** Transfers of files to and from devices, beside the page, because a lesson goes on meanwhile. */
export function FileExchangeView({ exchange, listing }: { exchange: FileExchange; listing: Listing }) {
  const panel = useObservable(fileExchangePanel);
  const heading = useFocus(panel.openings);
  const [sendDraft, setSendDraft] = useState(EMPTY_SEND);
  const [collectDraft, setCollectDraft] = useState(EMPTY_COLLECT);
  const isRunning = useIsRunning(exchange);
  useUnloadWarning(isRunning);
  useEffect(() => void exchange.restore(), [exchange]);
  const { collect } = panel.audience;
  const known = useRef(collect);
  // Opened for other devices: the files found on the previous ones are dropped. Opening the send tab keeps
  // them.
  useEffect(() => {
    if (known.current !== collect && panel.tab === 'collect') listing.reset();
    known.current = collect;
  }, [collect, panel.tab, listing]);

  function close(): void {
    if (isRunning) return;
    listing.reset();
    fileExchangePanel.change({ isOpen: false });
  }
  const { isCollapsed } = panel;
  usePageMark('with-file-exchange', !isCollapsed);
  return (
    <section
      aria-label={m.title}
      className={styles.panel}
      data-file-exchange={isCollapsed ? 'collapsed' : 'open'}
      onKeyDown={(event) => {
        if (event.key === 'Escape' && !event.defaultPrevented) close();
      }}
    >
      <Outcome exchange={exchange} />
      <header className={styles.header}>
        <h2 ref={heading} tabIndex={-1} className={styles.title}>
          {m.title}
        </h2>
        <IconButton
          icon={isCollapsed ? mdiChevronUp : mdiChevronDown}
          label={isCollapsed ? m.expand : m.collapse}
          aria-expanded={!isCollapsed}
          onClick={() => fileExchangePanel.change({ isCollapsed: !isCollapsed })}
        />
        <IconButton
          icon={mdiClose}
          label={m.close}
          disabled={isRunning}
          aria-description={isRunning ? m.closeWhileRunning : undefined}
          onClick={close}
        />
      </header>
      {isCollapsed ? (
        <Totals exchange={exchange} />
      ) : (
        <Tabs<Direction>
          label={m.tabs}
          value={panel.tab}
          onChange={(tab) => fileExchangePanel.change({ tab })}
          items={DIRECTIONS.map(({ key, title }) => ({
            key,
            title,
            panel: () => (
              <div className={styles.body}>
                {key === 'send' ? (
                  <SendFilesTab
                    audience={panel.audience.send}
                    exchange={exchange}
                    draft={sendDraft}
                    onDraft={setSendDraft}
                  />
                ) : (
                  <CollectFilesTab
                    audience={panel.audience.collect}
                    exchange={exchange}
                    listing={listing}
                    draft={collectDraft}
                    onDraft={setCollectDraft}
                  />
                )}
                <TransferList direction={key} exchange={exchange} />
              </div>
            ),
          }))}
        />
      )}
    </section>
  );
}

export function FileExchangePanel() {
  return <FileExchangeView exchange={fileExchange} listing={listing} />;
}

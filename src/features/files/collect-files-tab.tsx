import { mdiDownload, mdiFileSearchOutline, mdiLaptop, mdiMagnify } from '@mdi/js';
import { type FormEvent, useEffect, useRef, useState } from 'react';
import { filePatterns, folderProblem, patternsProblem } from '#domain/files/file-exchange-rules.ts';
import { fileSizeText } from '#domain/files/file-size.ts';
import type { FileExchange } from '#peer/files/file-exchange.ts';
import type { ExchangeTarget } from '#peer/files/file-record.ts';
import { Button } from '#ui/button.tsx';
import { EmptyState } from '#ui/empty-state.tsx';
import { TextField } from '#ui/field/field.tsx';
import { Spinner } from '#ui/spinner.tsx';
import { useObservable } from '#ui/use-observable.ts';
import { AudienceLine } from './audience-line.tsx';
import styles from './forms.module.css';
import { FoundFiles, fileKey } from './found-files.tsx';
import type { Listing, ListingState } from './listing.ts';
import { m, textProblemText } from './messages.ts';

/** The field accepts more than can be sent, so that a long text gets an error instead of being cut. */
const MAX_TYPED_LENGTH = 1_000;

type Criteria = { patterns: string; folder: string };
/** The search criteria, and the ticked files of the result. */
export type CollectDraft = Criteria & { chosen: ReadonlySet<string> };
export const EMPTY_COLLECT: CollectDraft = { patterns: '', folder: '', chosen: new Set() };

/** Step 1: the search criteria. Errors appear after the first try, and disappear once corrected. */
function CriteriaForm(props: {
  audience: readonly ExchangeTarget[];
  criteria: Criteria;
  onChange(criteria: Criteria): void;
  onSearch(): void;
}) {
  const { criteria, onChange } = props;
  const [isTried, setTried] = useState(false);
  const form = useRef<HTMLFormElement>(null);
  const problems = { patterns: patternsProblem(criteria.patterns), folder: folderProblem(criteria.folder) };
  // A text that is too long is an error at once, because more typing does not shorten it.
  const errorOf = (problem: (typeof problems)['folder']) =>
    problem !== undefined && (isTried || problem !== 'empty') ? textProblemText[problem] : undefined;

  function search(event: FormEvent): void {
    event.preventDefault();
    setTried(true);
    if (problems.patterns === undefined && problems.folder === undefined) {
      props.onSearch();
      return;
    }
    const [patterns, folder] = form.current?.querySelectorAll('input') ?? [];
    (problems.patterns === undefined ? folder : patterns)?.focus();
  }

  return (
    <form ref={form} className={styles.form} noValidate onSubmit={search}>
      <AudienceLine word={m.from} audience={props.audience} />
      <TextField
        label={m.patterns}
        hint={m.patternsHint}
        value={criteria.patterns}
        maxLength={MAX_TYPED_LENGTH}
        isRequired
        error={errorOf(problems.patterns)}
        onChange={(patterns) => onChange({ ...criteria, patterns })}
      />
      <TextField
        label={m.folder}
        hint={m.folderHint}
        value={criteria.folder}
        maxLength={MAX_TYPED_LENGTH}
        isRequired
        error={errorOf(problems.folder)}
        onChange={(folder) => onChange({ ...criteria, folder })}
      />
      <div className={styles.buttons}>
        <Button type="submit" look="primary" icon={mdiMagnify}>
          {m.getListing}
        </Button>
      </div>
    </form>
  );
}

function Loading({ state, listing }: { state: ListingState & { name: 'loading' }; listing: Listing }) {
  return (
    <div className={styles.loading}>
      <Spinner label={m.listing} />
      <p>{m.answered(state)}</p>
      <div className={styles.buttons}>
        <Button onClick={listing.reset}>{m.stop}</Button>
        {state.answered > 0 ? <Button onClick={listing.show}>{m.showFound}</Button> : null}
      </div>
    </div>
  );
}

/** Step 2: which of the found files to collect. */
function FoundForm(props: {
  state: ListingState & { name: 'listed' };
  chosen: ReadonlySet<string>;
  onChosen(chosen: ReadonlySet<string>): void;
  onBack(): void;
  onCollect(files: Parameters<FileExchange['collect']>[0]): void;
}) {
  const { chosen, onChosen } = props;
  const { found, missing } = props.state;
  const box = useRef<HTMLDivElement>(null);
  // The pressed button has been removed.
  useEffect(() => box.current?.focus(), []);
  const isEmpty = found.every(({ files }) => files.length === 0);
  const files = found.flatMap((device) =>
    device.files
      .filter((_, at) => chosen.has(fileKey(device, at)))
      .map((file) => ({ target: device.target, file })),
  );
  const size = fileSizeText(files.reduce((sum, { file }) => sum + file.size, 0));
  return (
    <div ref={box} tabIndex={-1} className={styles.form}>
      {isEmpty && missing.length === 0 ? (
        <EmptyState icon={mdiFileSearchOutline} title={m.nothingFound} text={m.nothingFoundText} />
      ) : (
        <FoundFiles found={found} missing={missing} chosen={chosen} onChosen={onChosen} />
      )}
      <div className={styles.buttons}>
        <span className={styles.summary}>
          {files.length > 0 ? m.chosen({ count: files.length, size }) : null}
        </span>
        <Button onClick={props.onBack}>{m.back}</Button>
        <Button
          look="primary"
          icon={mdiDownload}
          aria-disabled={files.length === 0}
          aria-description={files.length === 0 ? m.chooseFirst : undefined}
          onClick={() => {
            if (files.length > 0) props.onCollect(files);
          }}
        >
          {m.collectFiles}
        </Button>
      </div>
    </div>
  );
}

/** Collects files in two steps: the search criteria, then the list of found files. */
export function CollectFilesTab(props: {
  audience: readonly ExchangeTarget[];
  exchange: Pick<FileExchange, 'collect'>;
  listing: Listing;
  /** Stored above this tab, because switching tabs unmounts it. */
  draft: CollectDraft;
  onDraft(draft: CollectDraft): void;
}) {
  const { audience, exchange, listing, draft, onDraft } = props;
  const state = useObservable(listing);

  if (state.name === 'loading') return <Loading state={state} listing={listing} />;
  if (state.name === 'listed') {
    return (
      <FoundForm
        state={state}
        chosen={draft.chosen}
        onChosen={(chosen) => onDraft({ ...draft, chosen })}
        onBack={listing.reset}
        onCollect={(files) => {
          exchange.collect(files);
          listing.reset();
        }}
      />
    );
  }
  if (audience.length === 0) {
    return <EmptyState icon={mdiLaptop} title={m.noDevicesToCollect} text={m.noDevicesToCollectText} />;
  }
  return (
    <CriteriaForm
      audience={audience}
      criteria={draft}
      onChange={(criteria) => onDraft({ ...draft, ...criteria })}
      onSearch={() => {
        onDraft({ ...draft, chosen: EMPTY_COLLECT.chosen });
        listing.start(audience, filePatterns(draft.patterns), draft.folder.trim());
      }}
    />
  );
}

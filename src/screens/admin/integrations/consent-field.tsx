import { Button } from '#ui/button.tsx';
import { Spinner } from '#ui/spinner.tsx';
import styles from './consent-field.module.css';
import { m } from './messages.ts';
import type { ConsentState } from './use-consent.ts';

function textOf(state: ConsentState, hasConsent: boolean): string {
  switch (state.name) {
    case 'none':
      return hasConsent ? m.consentKept : m.consentNeeded;
    case 'opening':
      return m.consentOpening;
    case 'checking':
      return m.consentChecking;
    case 'given':
      return m.consentGiven;
    case 'failed':
      return state.text;
    case 'waiting':
      if (state.blockedUrl !== undefined) return m.consentBlocked;
      if (state.isClosed) return m.consentClosed;
      return state.isSpinning ? m.consentWaiting : m.consentLate;
  }
}

const isBusy = (state: ConsentState) =>
  state.name === 'opening' || state.name === 'checking' || (state.name === 'waiting' && state.isSpinning);

/** Asks an administrator of the directory for consent in another window, and shows the progress. */
export function ConsentField(props: {
  state: ConsentState;
  /** A consent was already given in the past. */
  hasConsent: boolean;
  obstacle: string | undefined;
  onGive: () => void;
}) {
  const { state, obstacle } = props;
  const isRepeated = props.hasConsent || state.name !== 'none';
  const blockedUrl = state.name === 'waiting' ? state.blockedUrl : undefined;
  return (
    <fieldset className={styles.consent}>
      <legend className={styles.legend}>{m.consent}</legend>
      <div className={styles.text} data-state={state.name}>
        {isBusy(state) ? <Spinner label="" size={18} isInline /> : null}
        <span role={state.name === 'failed' ? 'alert' : 'status'}>{textOf(state, props.hasConsent)}</span>
      </div>
      {blockedUrl === undefined ? null : (
        <a href={blockedUrl} target="_blank" rel="noopener opener">
          {m.openConsent}
        </a>
      )}
      <Button
        needsPlatform
        aria-disabled={obstacle !== undefined}
        aria-description={obstacle}
        data-tip={obstacle}
        onClick={() => {
          if (obstacle === undefined) props.onGive();
        }}
      >
        {isRepeated ? m.giveAgain : m.giveConsent}
      </Button>
    </fieldset>
  );
}

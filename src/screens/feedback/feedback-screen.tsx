import { Link, useLocation } from '@tanstack/react-router';
import { useEffect, useRef, useState } from 'react';
import { sendFeedback } from '#rest/feedback.ts';
import { sessionKey } from '#session/auth-state.ts';
import { useAuth } from '#session/session-store.ts';
import { ScreenHeader } from '#shell/layout/screen-header.tsx';
import { cameFrom } from '#shell/navigation/came-from.ts';
import { Button } from '#ui/button.tsx';
import { PageBody } from '#ui/page-body.tsx';
import { type FeedbackDraft, feedbackDrafts } from './feedback-draft.ts';
import { FeedbackForm } from './feedback-form.tsx';
import styles from './feedback-screen.module.css';
import { m } from './messages.ts';
import { useDiagnostics } from './use-diagnostics.ts';

/** Sends feedback to the maintainers of the product, in both realms. `send`: replaced in tests. */
export function FeedbackScreen({ send = sendFeedback }: { send?: typeof sendFeedback }) {
  const auth = useAuth();
  const location = useLocation();
  const [stage, setStage] = useState<'first' | 'sent' | 'another'>('first');
  const owner = `${sessionKey(auth)} ${auth.userId}`;
  const [first] = useState(() => {
    const empty: FeedbackDraft = { message: '', contact: auth.email ?? '', withDiagnostics: true };
    const draft = feedbackDrafts.read(owner) ?? empty;
    // A reload drops the state of the history entry, so the draft also has the previous page.
    const from = cameFrom(location.state) ?? draft.from;
    return { empty: { ...empty, from }, draft: { ...draft, from } };
  });
  const { from } = first.draft;
  const diagnostics = useDiagnostics(from ?? location.pathname);
  // biome-ignore lint/correctness/useExhaustiveDependencies: once; every change is stored by its handler
  useEffect(() => feedbackDrafts.keep(first.draft, owner), []);
  const home = auth.realm === 'admin' ? '/admin' : '/';
  return (
    <>
      <ScreenHeader crumbs={[{ title: m.title }]} />
      <PageBody>
        {stage === 'sent' ? (
          <Thanks back={from ?? home} onAnother={() => setStage('another')} />
        ) : (
          <>
            <p className={styles.lead}>{m.lead}</p>
            <FeedbackForm
              draft={stage === 'another' ? first.empty : first.draft}
              diagnostics={diagnostics}
              autoFocus={stage === 'another'}
              onDraft={(draft) => feedbackDrafts.keep(draft, owner)}
              send={send}
              onSent={() => {
                feedbackDrafts.drop(owner);
                setStage('sent');
              }}
            />
          </>
        )}
      </PageBody>
    </>
  );
}

/** Takes the focus from the form that it replaces, so that screen readers announce it. */
function Thanks(props: { back: string; onAnother: () => void }) {
  const title = useRef<HTMLHeadingElement>(null);
  useEffect(() => title.current?.focus(), []);
  return (
    <section className={styles.thanks}>
      <h2 ref={title} tabIndex={-1} className={styles.title}>
        {m.thanks}
      </h2>
      <p>{m.thanksText}</p>
      <div className={styles.actions}>
        {/* Any path of the console, so it has no route type of its own. */}
        <Link to={props.back as '/'}>{m.back}</Link>
        <Button onClick={props.onAnother}>{m.sendAnother}</Button>
      </div>
    </section>
  );
}

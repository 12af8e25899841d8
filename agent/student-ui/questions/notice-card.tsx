import { shownText } from '#domain/shown-text.ts';
import { trimmedText } from '#domain/visible-text.ts';
import { Button, PageLink } from '../kit/button.tsx';
import { Actions, Dimmed, Panel, PlainText } from '../kit/panel.tsx';
import { m } from '../messages.ts';
import type { Notice } from '../student-state.ts';

/** A tutor's notification, or a page that a tutor asks to open. */
export function NoticeCard({ notice, onDismiss }: { notice: Notice; onDismiss: () => void }) {
  const dismiss = <Button onClick={onDismiss}>{m.dismiss}</Button>;
  if (notice.name === 'notification')
    return (
      <Panel asks title={shownText(notice.title) || m.messageFrom}>
        {trimmedText(notice.message) === '' ? null : <PlainText>{notice.message}</PlainText>}
        <Actions>{dismiss}</Actions>
      </Panel>
    );
  return (
    <Panel asks title={m.openPage}>
      <Dimmed>{shownText(notice.url)}</Dimmed>
      <Actions>
        <PageLink href={notice.url} onClick={onDismiss}>
          {m.open({ host: hostOf(notice.url) })}
        </PageLink>
        {dismiss}
      </Actions>
    </Panel>
  );
}

export function hostOf(url: string): string {
  try {
    return new URL(url).host;
  } catch {
    return shownText(url, 60);
  }
}

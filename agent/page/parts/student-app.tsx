import { shownText } from '#domain/shown-text.ts';
import { Button } from '../../student-ui/kit/button.tsx';
import { Actions } from '../../student-ui/kit/panel.tsx';
import { useObservable } from '../../student-ui/use-observable.ts';
import { m } from '../messages.ts';
import type { PageMemory } from '../page-memory.ts';
import type { AskNotifications } from '../student/notification-permission.ts';
import type { StudentPage } from '../student/student-page.ts';
import { Classroom } from './classroom.tsx';
import { JoinForm } from './join-form.tsx';
import { NoticePage } from './notice-page.tsx';

export function StudentApp(props: {
  page: StudentPage;
  memory: Pick<PageMemory, 'person'>;
  /** True if the page's data survives a reload. */
  isStored: boolean;
  notifications: AskNotifications;
}) {
  const { page } = props;
  const state = useObservable(page.state);
  switch (state.name) {
    case 'no-link':
      return <NoticePage title={m.noLink} text={m.noLinkText} />;
    case 'open-already':
      return <NoticePage title={m.openAlready} text={m.openAlreadyText} />;
    case 'looking':
      return <NoticePage title={m.looking} />;
    case 'bad-link':
      return <NoticePage title={m.badLink} text={m.badLinkText} />;
    case 'unreachable':
      return (
        <NoticePage title={m.unreachable} text={m.unreachableText}>
          <Button look="primary" onClick={page.tryAgain}>
            {m.tryAgain}
          </Button>
        </NoticePage>
      );
    case 'welcome':
      return (
        <NoticePage
          title={m.welcome({ site: state.site.siteName })}
          {...(!props.isStored && { text: m.notStored })}
        >
          <JoinForm
            welcome={state}
            known={props.memory.person.get()}
            onJoin={(person) => void page.join(person)}
          />
        </NoticePage>
      );
    case 'still-you':
      return (
        <NoticePage title={m.stillYou({ name: shownText(state.person.name, 80) })} text={m.stillYouText}>
          <Actions>
            <Button look="primary" onClick={() => void page.isStillMe()}>
              {m.stillMe}
            </Button>
            <Button onClick={() => void page.isSomebodyElse()}>{m.somebodyElse}</Button>
          </Actions>
        </NoticePage>
      );
    case 'taking-part':
      return (
        <Classroom part={state.part} notifications={props.notifications} onLeave={() => void page.leave()} />
      );
  }
}

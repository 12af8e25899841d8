import { openRoot } from '#ui/boundary/open-root.tsx';
import { Button } from '#ui/button.tsx';
import { m } from './messages.ts';
import { Actions, Links, Notice, SignInCard, TextLink } from './sign-in-card.tsx';

/** Why a console could not start. */
export type StartProblem =
  | { name: 'tenant-not-found'; tenantKey: string }
  | { name: 'tenant-unavailable' }
  | { name: 'hand-over-refused' }
  | { name: 'hand-over-unreachable' }
  /** The user has signed out, and the login page cannot be reached. */
  | { name: 'signed-out' }
  /** No user is signed in, and the login page cannot be reached. */
  | { name: 'login-away' }
  /** The browser does not let these hosts store data. */
  | { name: 'site-data-blocked'; hosts: readonly string[] }
  | { name: 'site-data-full' };

export type StartProblemActions = { loginUrl: string; reload: () => void; signInAgain: () => void };

export function StartProblemPage(props: { problem: StartProblem; actions: StartProblemActions }) {
  const { problem, actions } = props;
  switch (problem.name) {
    case 'tenant-not-found':
      return (
        <SignInCard title={m.tenantNotFoundTitle} lead={m.tenantNotFound({ id: problem.tenantKey })}>
          <Links>
            <TextLink href={`${actions.loginUrl}/sign-in`}>{m.otherTenant}</TextLink>
          </Links>
        </SignInCard>
      );
    case 'tenant-unavailable':
      return (
        <SignInCard title={m.unavailableTitle}>
          <Notice kind="error">{m.tenantConfiguration}</Notice>
          <Actions>
            <Button look="primary" onClick={actions.reload}>
              {m.tryAgain}
            </Button>
          </Actions>
        </SignInCard>
      );
    case 'signed-out':
    case 'login-away': {
      const words = problem.name === 'signed-out' ? m.signedOut : m.loginAway;
      return (
        <SignInCard title={words.title} lead={words.text}>
          <Actions>
            <Button look="primary" onClick={actions.reload}>
              {words.again}
            </Button>
          </Actions>
        </SignInCard>
      );
    }
    case 'site-data-blocked':
    case 'site-data-full': {
      const isFull = problem.name === 'site-data-full';
      return (
        <SignInCard title={isFull ? m.siteDataFullTitle : m.siteDataBlockedTitle}>
          <Notice kind="error">
            {isFull ? m.siteDataFull : m.siteDataBlocked({ hosts: problem.hosts.join(' and ') })}
          </Notice>
          <Actions>
            <Button look="primary" onClick={actions.reload}>
              {m.tryAgain}
            </Button>
          </Actions>
        </SignInCard>
      );
    }
    default:
      return (
        <SignInCard title={m.handOverTitle}>
          <Notice kind="error">
            {problem.name === 'hand-over-refused' ? m.handOverRefused : m.handOverUnreachable}
          </Notice>
          <Actions>
            <Button look="primary" onClick={actions.signInAgain}>
              {m.signInAgain}
            </Button>
          </Actions>
        </SignInCard>
      );
  }
}

/** Shows the problem instead of the console. */
export function showStartProblem(
  element: HTMLElement,
  problem: StartProblem,
  actions: StartProblemActions,
): void {
  openRoot(element, <StartProblemPage problem={problem} actions={actions} />);
}

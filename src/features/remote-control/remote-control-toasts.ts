/** The toasts about a remote control that fails or ends. */
import { shownText } from '#domain/shown-text.ts';
import type { NewToast } from '#shell/toasts/toasts.ts';
import { m } from './messages.ts';
import type { Controller } from './taken-over.ts';

const MAX_NAME_LENGTH = 80;

export const tutorNameOf = ({ tutorName }: Pick<Controller, 'tutorName'>): string =>
  shownText(tutorName ?? '', MAX_NAME_LENGTH);

export function refusalText(reason: string, name: string): string {
  switch (reason) {
    case 'silent':
    case 'expired':
      return m.noAnswer({ name });
    case 'unavailable':
      return m.notAvailable({ name });
    default:
      return m.notStarted({ name });
  }
}

function endText(name: string, controller: Controller | undefined): string {
  if (controller === undefined) return m.ended({ name });
  const tutor = tutorNameOf(controller);
  return tutor === '' ? m.takenOver({ name }) : m.takenOverBy({ name, tutor });
}

/** `certificate`: the address of the machines' certificate; undefined if there is none. */
export function createRemoteControlToasts(deps: {
  show(toast: NewToast): void;
  certificate(): Promise<string | undefined>;
}) {
  const failed = (text: string): void => deps.show({ type: 'error', text, closable: true });
  return {
    failed,
    /**
     * A page cannot tell an untrusted certificate from an unreachable machine, so it offers the certificate.
     */
    unreachable(url: string): void {
      failed(m.unreachable);
      if (!url.startsWith('wss:')) return;
      void deps.certificate().then((href) => {
        const toast: NewToast =
          href === undefined
            ? { type: 'info', text: m.noCertificate, closable: true }
            : {
                type: 'info',
                text: m.certificate,
                link: { href, text: m.downloadCertificate },
                closable: true,
              };
        deps.show(toast);
      });
    },
    /** `controller`: the current controller, if the device was taken over. */
    ended: (name: string, controller: Controller | undefined): void =>
      deps.show({ type: 'info', text: endText(name, controller) }),
  };
}

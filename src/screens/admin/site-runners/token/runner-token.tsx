import type { ReactNode } from 'react';
import { CopyText } from '#ui/copy-text.tsx';
import { m } from '../messages.ts';
import { RUNNER_PROGRAM } from '../runner-download.ts';
import styles from './runner-token.module.css';

const HELP = '/docs/index.html#set-up-a-runner';
const PROGRAM = RUNNER_PROGRAM.split('/').at(-1);

/** The token, and how to give it to the runner's program. `children` are shown beside the token. */
export function RunnerToken(props: { secret: string; children?: ReactNode }) {
  const platform = window.location.origin;
  return (
    <div className={styles.token}>
      <p>{m.tokenText}</p>
      <CopyText label={m.token} text={props.secret} />
      {props.children}
      <section aria-label={m.install} className={styles.install}>
        <h3>{m.install}</h3>
        <ol>
          <li>
            <p>
              {m.installDownload}{' '}
              <a href={RUNNER_PROGRAM} download>
                {m.download}
              </a>
            </p>
          </li>
          <li>
            <p>{m.installService}</p>
            <CopyText
              label={m.installServiceCommand}
              text={`sudo node ${PROGRAM} install --platform ${platform}`}
            />
          </li>
          <li>
            <p>{m.installOther}</p>
            <CopyText
              label={m.installOtherCommand}
              text={`node ${PROGRAM} --platform ${platform} --token-file token.txt`}
            />
          </li>
        </ol>
        <a href={HELP} target="_blank" rel="noreferrer">
          {m.installHelp}
        </a>
      </section>
    </div>
  );
}

import { mdiFileDownloadOutline, mdiFileUploadOutline } from '@mdi/js';
import type { Direction, ExchangeTarget } from '#peer/files/file-record.ts';
import type { ActionContext, ActionEntry } from '../action-bar/action-entry.ts';
import { recipientsOf } from '../action-bar/perform.ts';
import { m } from './entry-messages.ts';
import { openFileExchange } from './file-exchange-state.ts';

/** The selected devices that support file exchange. The panel keeps them when the selection changes. */
const audienceOf = (action: 'sendFiles' | 'collectFiles', { targets }: ActionContext): ExchangeTarget[] =>
  recipientsOf({ action }, targets).map(({ recipient, name }) => ({ recipient, name }));

/** Sets the recipients of both tabs, so that switching tabs keeps the devices. */
const open = (tab: Direction, context: ActionContext): void =>
  openFileExchange(tab, {
    send: audienceOf('sendFiles', context),
    collect: audienceOf('collectFiles', context),
  });

export const sendFilesEntry: ActionEntry = {
  action: 'sendFiles',
  icon: mdiFileUploadOutline,
  title: m.sendFiles,
  perform: (context) => open('send', context),
};

export const collectFilesEntry: ActionEntry = {
  action: 'collectFiles',
  icon: mdiFileDownloadOutline,
  title: m.collectFiles,
  perform: (context) => open('collect', context),
};

/** Passes text that students type to the core, which looks for the words of policies. */
import * as v from 'valibot';
import type { NoticedPage } from '../../../core/policies/page-guard.ts';
import { MAX_TYPED_LENGTH } from '../../links.ts';

const typedSchema = v.object({ typed: v.pipe(v.string(), v.maxLength(MAX_TYPED_LENGTH)) });

export function serveTypedTexts(typed: (text: string, page: NoticedPage) => void): void {
  chrome.runtime.onMessage.addListener((message: unknown, { tab }) => {
    const parsed = v.safeParse(typedSchema, message);
    if (!parsed.success || tab === undefined || tab.incognito) return;
    typed(parsed.output.typed, { url: tab.url ?? '', title: tab.title ?? '' });
  });
}

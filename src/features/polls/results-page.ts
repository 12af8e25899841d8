/** The results of a poll as a self-contained page, readable from the tutor's downloads even years later. */

import { safeFileName } from '#domain/files/file-name.ts';
import { lettersOf, optionOf, type PollSummary, type Respondent, summarisePoll } from '#domain/poll.ts';
import { longDayAndTime } from '#domain/time-text.ts';
import { m, standingText } from './messages.ts';
import type { CurrentPoll } from './poll-entries.ts';
import { rowTitle } from './poll-texts.ts';

/** In characters, including the extension. */
const MAX_FILE_NAME_LENGTH = 135;

export const resultsFileName = ({ question }: Pick<CurrentPoll, 'question'>): string =>
  safeFileName(question.body, {
    extension: '.html',
    maxLength: MAX_FILE_NAME_LENGTH,
    fallback: m.resultsFallback,
  });

const ENTITIES: Record<string, string> = {
  '&': '&amp;',
  '<': '&lt;',
  '>': '&gt;',
  '"': '&quot;',
  "'": '&#39;',
};
const escaped = (text: string): string => text.replace(/[&<>"']/g, (character) => ENTITIES[character] ?? '');
/** `bdi` isolates the text direction of foreign text. */
const foreign = (text: string): string => `<bdi>${escaped(text)}</bdi>`;

/** A saved file has no headers from the server, so it has its own policy: it runs and loads nothing. */
const HEAD = `<meta charset="utf-8">
<meta http-equiv="Content-Security-Policy" content="default-src 'none'; style-src 'unsafe-inline'">
<meta name="viewport" content="width=device-width, initial-scale=1">`;

const STYLE = `:root{color-scheme:light dark;font:16px/1.5 system-ui,sans-serif}
body{max-width:50rem;margin:2rem auto;padding:0 1rem;overflow-wrap:anywhere}
h1{font-size:1.5rem;white-space:pre-wrap}
table{width:100%;border-collapse:collapse;margin:1rem 0}
th,td{padding:.4rem .6rem;border-bottom:1px solid #8888;text-align:start;vertical-align:top}
td.count{white-space:nowrap;text-align:end}
meter{width:100%;min-width:6rem}`;

const time = (ms: number) =>
  `<time datetime="${new Date(ms).toISOString()}">${escaped(longDayAndTime(ms))}</time>`;

function barsTable({ rows, total }: PollSummary): string {
  const lines = rows.map((row) => {
    const meter = `<meter min="0" max="${Math.max(total, 1)}" value="${row.count}"></meter>`;
    return `<tr><th scope="row">${foreign(rowTitle(row))}</th><td>${meter}</td><td class="count">${row.count}</td></tr>`;
  });
  return `<table><caption>${m.answers}</caption>${lines.join('\n')}</table>`;
}

function wordsTable({ words }: PollSummary): string {
  const lines = words.map(
    ({ text, count }) => `<tr><td>${foreign(text)}</td><td class="count">${count}</td></tr>`,
  );
  return `<table><caption>${m.answers}</caption>${lines.join('\n')}</table>`;
}

function answerOf({ question }: CurrentPoll, { answer }: Respondent): string {
  if (answer === undefined) return m.noAnswer;
  if (question.answers.length === 0) return foreign(answer);
  return lettersOf(question, answer)
    .map((letter) => foreign(`${letter}: ${optionOf(question, letter) ?? m.absent}`))
    .join('<br>');
}

function studentsTable(poll: CurrentPoll): string {
  const lines = poll.respondents.map((each) => {
    const standing = standingText[each.standing] + (each.hasLeft ? ` (${m.left})` : '');
    return `<tr><th scope="row">${foreign(each.name)}</th><td>${answerOf(poll, each)}</td><td>${escaped(standing)}</td></tr>`;
  });
  return `<table><caption>${m.who}</caption>
<tr><th scope="col">${m.student}</th><th scope="col">${m.answers}</th><th scope="col">${m.status}</th></tr>
${lines.join('\n')}</table>`;
}

/** A whole HTML document. The words of tutors and devices are escaped. */
export function resultsPage(poll: CurrentPoll): string {
  const summary = summarisePoll(poll.question, poll.respondents);
  const { askedAt, finishedAt } = poll;
  const finished = finishedAt === undefined ? '' : `<br>${m.ended}: ${time(finishedAt)}`;
  return `<!doctype html>
<html lang="en">
<head>
${HEAD}
<title>${m.resultsPage}: ${escaped(poll.question.body.slice(0, MAX_FILE_NAME_LENGTH))}</title>
<style>${STYLE}</style>
</head>
<body>
<h1 dir="auto">${escaped(poll.question.body)}</h1>
<p>${m[poll.question.type]}<br>${m.asked}: ${time(askedAt)}${finished}</p>
<p><strong>${m.received(summary)}</strong></p>
${summary.rows.length > 0 ? barsTable(summary) : wordsTable(summary)}
${studentsTable(poll)}
</body>
</html>
`;
}

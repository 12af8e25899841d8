/** Converts rich text of locks and notifications to one line of plain text. */
export const htmlText = (html: string): string =>
  html.includes('<')
    ? (new DOMParser().parseFromString(html.replace(/<(\/p|br|\/li|\/h\d)\b[^>]*>/gi, ' $&'), 'text/html')
        .body.textContent ?? '')
    : html;

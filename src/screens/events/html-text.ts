/** The words of a rich text, which the texts of locks and notifications are: without marks, as one line. */
export const htmlText = (html: string): string =>
  html.includes('<')
    ? (new DOMParser().parseFromString(html.replace(/<(\/p|br|\/li|\/h\d)\b[^>]*>/gi, ' $&'), 'text/html')
        .body.textContent ?? '')
    : html;

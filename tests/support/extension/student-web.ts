/** The web of a student's browser: one local server stands for every page of every host below `.example`. */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export type StudentWeb = {
  /** The argument with which a browser finds its pages. */
  browserArgument: string;
  /** The number of times that the first page of this host was requested. */
  requestsTo(host: string): number;
  close(): Promise<void>;
};

/** Each page has the name of its host as title and heading, and a field to write in. */
export async function openStudentWeb(): Promise<StudentWeb> {
  const requests = new Map<string, number>();
  const server = createServer(({ headers: { host = '' }, url }, response) => {
    if (url === '/') requests.set(host, (requests.get(host) ?? 0) + 1);
    response.setHeader('content-type', 'text/html');
    response.end(`<title>${host}</title><h1>${host}</h1><textarea></textarea>`);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    browserArgument: `--host-resolver-rules=MAP *.example 127.0.0.1:${port}`,
    requestsTo: (host) => requests.get(host) ?? 0,
    close: () =>
      new Promise<void>((resolve) => {
        server.closeAllConnections();
        server.close(() => resolve());
      }),
  };
}

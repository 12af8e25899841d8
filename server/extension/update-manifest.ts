/** The document in which browsers look for newer versions of an extension. */

export type UpdateManifest = {
  id: string;
  version: string;
  /** The address of the package. */
  codebase: string;
  /** The lowest version of Chrome that runs the package. */
  minChromeVersion: string;
};

export const updateManifestXml = ({ id, version, codebase, minChromeVersion }: UpdateManifest): string =>
  [
    '<?xml version="1.0" encoding="UTF-8"?>',
    '<gupdate xmlns="http://www.google.com/update2/response" protocol="2.0">',
    `  <app appid="${attribute(id)}">`,
    `    <updatecheck codebase="${attribute(codebase)}" version="${attribute(version)}" prodversionmin="${attribute(minChromeVersion)}" />`,
    '  </app>',
    '</gupdate>',
    '',
  ].join('\n');

const attribute = (text: string) =>
  text.replaceAll('&', '&amp;').replaceAll('"', '&quot;').replaceAll('<', '&lt;');

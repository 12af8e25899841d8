import * as v from 'valibot';

/** `GET /deployment`: the platform's offers for installing devices. Null: there is none. */
export const deploymentSchema = v.object({
  /** Base address of the configuration documents, with which devices find the platform. */
  configUrl: v.string(),
  /** The extension for browsers; null: the platform's own one is not built, and there is no other. */
  chromeExtension: v.nullable(
    v.object({
      id: v.string(),
      /** Address of the update manifest. */
      updateUrl: v.string(),
      /** The files for “Load unpacked”. Absent: the extension is not the platform's own. */
      zipUrl: v.optional(v.string()),
    }),
  ),
  /** Download address of the Windows agent's installer. */
  windowsInstaller: v.nullable(v.string()),
  /** Whether there is a certificate for remote control: `GET /v1/vnc/ca?tenant=`. */
  hasCertificate: v.boolean(),
});
export type Deployment = v.InferOutput<typeof deploymentSchema>;

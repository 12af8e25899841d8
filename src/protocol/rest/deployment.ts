import * as v from 'valibot';

/** `GET /deployment`: the platform's offers for installing devices. Null: the operator configured none. */
export const deploymentSchema = v.object({
  /** Base address of the configuration documents, with which devices find the platform. */
  configUrl: v.string(),
  chromeExtension: v.nullable(v.object({ id: v.string(), updateUrl: v.string() })),
  /** Download address of the Windows agent's installer. */
  windowsInstaller: v.nullable(v.string()),
  /** Whether there is a certificate for remote control: `GET /v1/vnc/ca?tenant=`. */
  hasCertificate: v.boolean(),
});
export type Deployment = v.InferOutput<typeof deploymentSchema>;

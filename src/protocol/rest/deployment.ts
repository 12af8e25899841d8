import * as v from 'valibot';

/** `GET /deployment`: what this platform offers to those who bring it to devices. Null: its operator has configured none. */
export const deploymentSchema = v.object({
  /** The base address of the configuration documents, by which devices find the platform. */
  configUrl: v.string(),
  chromeExtension: v.nullable(v.object({ id: v.string(), updateUrl: v.string() })),
  /** Where the Windows agent's installer is downloaded. */
  windowsInstaller: v.nullable(v.string()),
  /** Whether there is a certificate for remote control: `GET /v1/vnc/ca?tenant=`. */
  hasCertificate: v.boolean(),
});
export type Deployment = v.InferOutput<typeof deploymentSchema>;

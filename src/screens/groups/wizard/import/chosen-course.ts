import type { Integration } from '#protocol/rest/integration.ts';

/** The course of a new imported group. */
export type ChosenCourse = {
  integrationId: string;
  service: Integration['service'];
  id: string;
  name: string;
};

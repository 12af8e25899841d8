import type { Integration } from '#protocol/rest/integration.ts';

/** The course that a new group comes from. */
export type ChosenCourse = {
  integrationId: string;
  service: Integration['service'];
  id: string;
  name: string;
};

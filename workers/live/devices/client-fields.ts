/** Converts a report of a client to fields of its record. */
import { trimmedText } from '#domain/visible-text.ts';
import type { ThumbnailProperties } from '#protocol/feedback.ts';
import type { LiveClient } from '#protocol/threads/live-worker.ts';
import type { FeedbackRecord } from '../broker/live-message.ts';
import { isSame } from '../same-value.ts';

/** A field that is present with the value undefined is deleted. */
export function reportedFields(report: FeedbackRecord): Partial<LiveClient> {
  const { kind, record } = report;
  switch (kind) {
    case 'hello':
      return {};
    case 'info':
      return {
        // The time changes with every report and is no property of the device.
        info: { ...record, lastUpdated: 0 },
        deviceName: trimmedText(record.alias ?? '') || trimmedText(record.device.hostname) || undefined,
        os: record.os,
      };
    case 'tabs':
      return {
        tabs: record.tabs,
        activeTab: record.tabs.find((tab) => tab.active),
        moreTabs: report.leftOut,
      };
    case 'applications':
      return {
        applications: record.applications,
        activeApplication: record.applications.find((application) => application.active),
        moreApplications: report.leftOut,
      };
    case 'statuses':
      return { statuses: { ...record, lastUpdated: 0 } };
  }
}

export function pictureFields(properties: ThumbnailProperties): Partial<LiveClient> {
  const { display, primary, quality, width, height } = properties;
  return { quality, thumbnail: { display, primary, quality, width, height } };
}

/** The fields that differ from the record; undefined if none do. */
export function newFields(client: LiveClient, fields: Partial<LiveClient>): Partial<LiveClient> | undefined {
  let news: Record<string, unknown> | undefined;
  for (const key of Object.keys(fields) as (keyof LiveClient)[]) {
    if (isSame(client[key], fields[key])) continue;
    news ??= {};
    news[key] = fields[key];
  }
  return news;
}

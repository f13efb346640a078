import type { Event } from '@kubemin/kubeapi/types/core.v1';

/** When an event happened last, as ISO 8601. */
export function eventTime({ lastTimestamp, series, eventTime: time, firstTimestamp, metadata }: Event): string {
  const at = lastTimestamp ?? series?.lastObservedTime ?? time ?? firstTimestamp ?? metadata.creationTimestamp;
  return new Date(at ?? 0).toISOString();
}

import { type RunEvent, runEventSchema } from '@kubemin/client';
import type { JournalEvent } from '@kubemin/engine';
import { runEventView } from '../../api/index.ts';

/** A transition of a run as it is published: a CloudEvent in JSON. */
export interface CloudEvent {
  readonly specversion: '1.0';
  /** The same each time it is delivered: run and sequence. */
  readonly id: string;
  readonly source: '/kubemin';
  readonly type: `io.kubemin.run.${RunEvent['kind']}`;
  /** The run. */
  readonly subject: string;
  readonly time: string;
  readonly datacontenttype: 'application/json';
  readonly appid: string;
  /** The event as in the REST API. */
  readonly data: RunEvent;
}

/** The envelope of a transition. */
export function cloudEvent({ appId, event }: JournalEvent): CloudEvent {
  const data = runEventView(event);
  return {
    specversion: '1.0',
    id: `${data.taskId}.${data.sequence}`,
    source: '/kubemin',
    type: `io.kubemin.run.${data.kind}`,
    subject: data.taskId,
    time: data.time,
    datacontenttype: 'application/json',
    appid: appId,
    data: runEventSchema.parse(data),
  };
}

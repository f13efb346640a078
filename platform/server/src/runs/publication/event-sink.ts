import { type Clock, RetryableError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { type Fetcher, type KafkaTopicWriter, webhookHeaders } from '@kubemin/engine';
import type { CloudEvent } from './cloud-event.ts';

/** A receiver outside that transitions of runs are sent to. */
export interface EventSink {
  /** Stable: the position of the last event that was sent is stored under it. */
  readonly name: string;
  /** Resolves once the other side has all of them, which stand in their order; rejects when that is not certain. */
  deliver(events: readonly CloudEvent[], signal: AbortSignal): Promise<void>;
  close?(): Promise<void>;
}

const HEADERS = { 'content-type': 'application/cloudevents+json' };

/** Writes transitions to a topic of Kafka, keyed by their run, so that those of a run stay in their order. */
export function kafkaSink(writer: KafkaTopicWriter): EventSink {
  return {
    name: 'kafka',
    deliver: (events) =>
      writer.write(events.map((event) => ({ key: event.subject, value: JSON.stringify(event), headers: HEADERS }))),
    close: () => writer.close(),
  };
}

export interface WebhookSinkOptions {
  readonly url: string;
  /** Signs what is sent. */
  readonly secret?: string | undefined;
  readonly fetcher: Fetcher;
  readonly clock: Clock;
}

const TIMEOUT_MS = 15_000;

/** Posts transitions to an address, several in one request when they come faster than it responds. */
export function webhookSink({ url, secret, fetcher, clock }: WebhookSinkOptions): EventSink {
  return {
    name: 'webhook',
    deliver: async (events, signal) => {
      const body = JSON.stringify(events);
      const delivery = events.at(-1)?.id ?? '';
      const headers = {
        'content-type': 'application/cloudevents-batch+json',
        ...webhookHeaders({ delivery, body, now: clock.now(), key: secret }),
      };
      const late = new AbortController();
      const stop = clock.after(TIMEOUT_MS, () => late.abort());
      try {
        const both = AbortSignal.any([signal, late.signal]);
        const { status } = await fetcher({ url, method: 'POST', headers, body, signal: both });
        if (status >= 200 && status < 300) return;
        // The address may hold a secret of its own, and the response anything.
        throw new RetryableError(verbatim(`the webhook returned ${status}`), { code: 'WEBHOOK_REFUSED' });
      } finally {
        stop();
      }
    },
  };
}

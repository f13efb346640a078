import type { KafkaTopicWriter } from '@kubemin/engine';
import type { EventSink } from './event-sink.ts';

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

import type { Clock } from '@kubemin/base';
import { kafkaTopicWriter } from '@kubemin/engine';
import { type EventSink, kafkaSink, webhookSink } from '@kubemin/server';
import { fetcherFrom, kafkaSettingsFrom } from './engine-options.ts';
import { eventSettings } from './rows/events.ts';
import type { SettingValues } from './setting-values.ts';

/** Where the settings want the transitions of runs to be published. */
export function eventSinksFrom(values: SettingValues, clock: Clock): readonly EventSink[] {
  const url = values.get(eventSettings.webhookUrl);
  const secret = values.get(eventSettings.webhookSecret);
  const topic = values.get(eventSettings.kafkaTopic);
  return [
    ...(url === undefined
      ? []
      : [webhookSink({ url, secret: secret || undefined, fetcher: fetcherFrom(values), clock })]),
    ...(topic === undefined ? [] : [kafkaSink(kafkaTopicWriter(kafkaSettingsFrom(values), topic))]),
  ];
}

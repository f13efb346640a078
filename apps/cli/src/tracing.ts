import type { Clock, Disposables, Logger, Random, SpanSink } from '@kubemin/base';
import { RequestTracing } from '@kubemin/server';
import { serverSettings } from './settings/rows/server.ts';
import type { SettingValues } from './settings/setting-values.ts';
import { VERSION } from './version.ts';

/** Traces on their way to a collector. */
export interface Tracing {
  readonly sink: SpanSink;
  readonly requests: RequestTracing;
}

/** Begins to trace where the settings name a collector; otherwise nothing of it is even loaded. */
export async function openTracing(
  values: SettingValues,
  common: { readonly clock: Clock; readonly random: Random; readonly logger: Logger },
  open: Disposables,
): Promise<Tracing | undefined> {
  const endpoint = values.get(serverSettings.otlpEndpoint);
  if (endpoint === undefined) return undefined;
  const { clock, random, logger } = common;
  const { OtlpExporter } = await import('@kubemin/base/otlp');
  const sink = new OtlpExporter({ endpoint, source: { name: 'kubemin', version: VERSION }, clock, random, logger });
  open.add(() => sink.close());
  return { sink, requests: new RequestTracing({ sink, clock, random }) };
}

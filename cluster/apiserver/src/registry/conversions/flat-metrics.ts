import { asJsonObject, isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import type { MetricSpec, MetricTarget } from '@kubemin/kubeapi/types/autoscaling.v2';

/** A metric as version 1 writes it into an annotation: targets beside the name, not under it. */
export function flatMetric(metric: MetricSpec): unknown {
  const { type, containerResource, external, object, pods, resource } = metric;
  return {
    type,
    ...(resource && { resource: { name: resource.name, ...flatTarget(resource.target) } }),
    ...(containerResource && {
      containerResource: {
        name: containerResource.name,
        container: containerResource.container,
        ...flatTarget(containerResource.target),
      },
    }),
    ...(pods && {
      pods: {
        metricName: pods.metric.name,
        selector: pods.metric.selector,
        targetAverageValue: pods.target.averageValue,
      },
    }),
    ...(object && {
      object: {
        target: object.describedObject,
        metricName: object.metric.name,
        selector: object.metric.selector,
        targetValue: object.target.value ?? '0',
        averageValue: object.target.averageValue,
      },
    }),
    ...(external && {
      external: {
        metricName: external.metric.name,
        metricSelector: external.metric.selector,
        targetValue: external.target.value,
        targetAverageValue: external.target.averageValue,
      },
    }),
  };
}

/** Converts back. Of an invalid metric it reads as much as possible: validation reports what is missing. */
export function metricFromFlat(flat: unknown): MetricSpec {
  const metric = asJsonObject(flat);
  const source = (name: string): JsonObject | undefined => (isJsonObject(metric[name]) ? metric[name] : undefined);
  const [resource, container, pods, object, external] = [
    source('resource'),
    source('containerResource'),
    source('pods'),
    source('object'),
    source('external'),
  ];
  return {
    type: text(metric.type) ?? '',
    ...(resource && { resource: { name: text(resource.name) ?? '', target: shareTarget(resource) } }),
    ...(container && {
      containerResource: {
        name: text(container.name) ?? '',
        container: text(container.container) ?? '',
        target: shareTarget(container),
      },
    }),
    ...(pods && {
      pods: { metric: identifier(pods, 'selector'), target: valueTarget(undefined, text(pods.targetAverageValue)) },
    }),
    ...(object && {
      object: {
        describedObject: reference(object.target),
        metric: identifier(object, 'selector'),
        target: valueTarget(nonZero(text(object.targetValue)), text(object.averageValue)),
      },
    }),
    ...(external && {
      external: {
        metric: identifier(external, 'metricSelector'),
        target: valueTarget(text(external.targetValue), text(external.targetAverageValue)),
      },
    }),
  };
}

function flatTarget({ averageUtilization, averageValue }: MetricTarget): object {
  return {
    ...(averageUtilization !== undefined && { targetAverageUtilization: averageUtilization }),
    ...(averageValue !== undefined && { targetAverageValue: averageValue }),
  };
}

function shareTarget({ targetAverageUtilization: share, targetAverageValue }: JsonObject): MetricTarget {
  const value = text(targetAverageValue);
  if (typeof share === 'number') return { type: 'Utilization', averageUtilization: share };
  return { type: 'AverageValue', ...(value !== undefined && { averageValue: value }) };
}

function valueTarget(value: string | undefined, averageValue: string | undefined): MetricTarget {
  if (averageValue !== undefined) return { type: 'AverageValue', averageValue };
  return { type: 'Value', ...(value !== undefined && { value }) };
}

function identifier(source: JsonObject, field: string): { readonly name: string; readonly selector?: object } {
  const selector = source[field];
  return { name: text(source.metricName) ?? '', ...(isJsonObject(selector) && { selector }) };
}

function reference(value: unknown): { readonly kind: string; readonly name: string; readonly apiVersion?: string } {
  const { kind, name, apiVersion } = asJsonObject(value);
  const version = text(apiVersion);
  return { kind: text(kind) ?? '', name: text(name) ?? '', ...(version !== undefined && { apiVersion: version }) };
}

function nonZero(value: string | undefined): string | undefined {
  return value === '0' ? undefined : value;
}

function text(value: unknown): string | undefined {
  return typeof value === 'string' ? value : undefined;
}

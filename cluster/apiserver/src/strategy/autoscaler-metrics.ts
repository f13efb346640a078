import { ownEntry } from '@kubemin/base';
import { fieldError, parseQuantity, Quantity } from '@kubemin/kubeapi';
import type { MetricIdentifier, MetricSpec, MetricTarget } from '@kubemin/kubeapi/types/autoscaling.v2';
import { oneOf, type Problems, required } from './field-checks.ts';
import { validateLabelSelector } from './label-selectors.ts';

const TARGET_TYPES = ['Utilization', 'Value', 'AverageValue'];

/** The field of each type of metric, and its validation. */
const SOURCES: Readonly<
  Record<string, { readonly field: string; check(spec: MetricSpec, path: string): Problems | undefined }>
> = {
  ContainerResource: {
    field: 'containerResource',
    check: ({ containerResource: source }, path) =>
      source && [
        ...required(`${path}.container`, source.container, 'must specify a container'),
        ...resourceProblems(source, path),
      ],
  },
  External: {
    field: 'external',
    check: ({ external: source }, path) =>
      source && [...metricName(source.metric, path), ...externalTarget(source.target, path)],
  },
  Object: {
    field: 'object',
    check: ({ object: source }, path) =>
      source && [
        ...required(`${path}.describedObject.kind`, source.describedObject.kind),
        ...required(`${path}.describedObject.name`, source.describedObject.name),
        ...metricName(source.metric, path),
        ...targetProblems(source.target, `${path}.target`),
        ...(source.target.value === undefined && source.target.averageValue === undefined
          ? [fieldError.required(`${path}.target.averageValue`, 'must set either a target value or averageValue')]
          : []),
      ],
  },
  Pods: {
    field: 'pods',
    check: ({ pods: source }, path) =>
      source && [
        ...metricName(source.metric, path),
        ...targetProblems(source.target, `${path}.target`),
        ...(isPositive(source.target.averageValue)
          ? []
          : [fieldError.required(`${path}.target.averageValue`, 'must specify a positive target averageValue')]),
      ],
  },
  Resource: { field: 'resource', check: ({ resource: source }, path) => source && resourceProblems(source, path) },
};

/** One metric of an autoscaler: its type, and exactly the source of that type. */
export function metricProblems(spec: MetricSpec, path: string): Problems {
  if (spec.type === '') return [fieldError.required(`${path}.type`, 'must specify a metric source type')];
  const source = ownEntry(SOURCES, spec.type);
  if (source === undefined) return oneOf(`${path}.type`, spec.type, Object.keys(SOURCES));
  const others = Object.keys(spec).filter((field) => field !== 'type' && field !== source.field);
  const missing = fieldError.required(
    `${path}.${source.field}`,
    'must populate information for the given metric source',
  );
  return [
    ...(source.check(spec, `${path}.${source.field}`) ?? [missing]),
    ...others.map((field) => fieldError.forbidden(`${path}.${field}`, 'must populate the given metric source only')),
  ];
}

function metricName({ name, selector }: MetricIdentifier, path: string): Problems {
  return [
    ...required(`${path}.metric.name`, name, 'must specify a metric name'),
    ...validateLabelSelector(`${path}.metric.selector`, selector),
  ];
}

function resourceProblems(
  { name, target }: { readonly name: string; readonly target: MetricTarget },
  path: string,
): Problems {
  const { averageUtilization: share, averageValue } = target;
  const at = `${path}.target`;
  return [
    ...required(`${path}.name`, name, 'must specify a resource name'),
    ...targetProblems(target, at),
    ...(share === undefined && averageValue === undefined
      ? [fieldError.required(`${at}.averageUtilization`, 'must set either a target raw value or a target utilization')]
      : []),
    ...(share !== undefined && averageValue !== undefined
      ? [fieldError.forbidden(`${at}.averageValue`, 'may not set both a target raw value and a target utilization')]
      : []),
  ];
}

function externalTarget(target: MetricTarget, path: string): Problems {
  const { averageValue, value } = target;
  const at = `${path}.target`;
  return [
    ...targetProblems(target, at),
    ...(averageValue === undefined && value === undefined
      ? [fieldError.required(`${at}.averageValue`, 'must set either a target value for metric or a per-pod target')]
      : []),
    ...(averageValue !== undefined && value !== undefined
      ? [fieldError.forbidden(`${at}.value`, 'may not set both a target value for metric and a per-pod target')]
      : []),
  ];
}

function targetProblems(target: MetricTarget, path: string): Problems {
  const { type, averageUtilization: share, averageValue, value } = target;
  if (type === '') return [fieldError.required(`${path}.type`, 'must specify a metric target type')];
  return [
    ...(TARGET_TYPES.includes(type)
      ? []
      : [fieldError.invalid(`${path}.type`, type, 'must be either Utilization, Value, or AverageValue')]),
    ...(value === undefined || isPositive(value)
      ? []
      : [fieldError.invalid(`${path}.value`, value, 'must be positive')]),
    ...(averageValue === undefined || isPositive(averageValue)
      ? []
      : [fieldError.invalid(`${path}.averageValue`, averageValue, 'must be positive')]),
    ...(share === undefined || share > 0
      ? []
      : [fieldError.invalid(`${path}.averageUtilization`, share, 'must be greater than 0')]),
  ];
}

function isPositive(amount: string | undefined): boolean {
  return amount !== undefined && parseQuantity(amount).compare(Quantity.zero) > 0;
}

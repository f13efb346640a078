import { ownEntry } from '@kubemin/base';
import { fieldError, parseQuantity } from '@kubemin/kubeapi';
import type { LimitRange, LimitRangeItem } from '@kubemin/kubeapi/types/core.v1';
import { type Amounts, exceeds } from './amounts.ts';
import { each, named, type Problems } from './field-checks.ts';
import type { Strategy } from './strategy.ts';

const STANDARD_TYPES = ['Container', 'PersistentVolumeClaim', 'Pod'];

/** Limit ranges: absent values are derived from the others. */
export const limitRangeStrategy: Strategy<LimitRange> = {
  createOnUpdate: true,
  generation: false,
  defaults: (range) =>
    range.spec === undefined ? range : { ...range, spec: { ...range.spec, limits: range.spec.limits.map(complete) } },
  validate({ spec }) {
    const types = new Set<string>();
    return each(spec?.limits, 'spec.limits', (item, at) => {
      const twice = types.has(item.type);
      types.add(item.type);
      return [
        ...typeProblems(item.type, `${at}.type`),
        ...(twice ? [fieldError.duplicate(`${at}.type`, '')] : []),
        ...itemProblems(item, at),
      ];
    });
  },
};

/** The default limit is the maximum; the default request is the default limit, or else the minimum. */
function complete(item: LimitRangeItem): LimitRangeItem {
  if (item.type !== 'Container') return item;
  const limits: Amounts = { ...item.max, ...item.default };
  const requests: Amounts = { ...item.min, ...limits, ...item.defaultRequest };
  return {
    ...item,
    ...(Object.keys(limits).length > 0 && { default: limits }),
    ...(Object.keys(requests).length > 0 && { defaultRequest: requests }),
  };
}

function typeProblems(type: string, path: string): Problems {
  if (STANDARD_TYPES.includes(type)) return [];
  const wrong = named(path, type, 'qualifiedName');
  if (wrong.length > 0 || type.includes('/')) return wrong;
  return [fieldError.invalid(path, type, 'must be a standard limit type or fully qualified')];
}

function itemProblems(item: LimitRangeItem, path: string): Problems {
  const { default: limits = {}, defaultRequest = {}, max = {}, min = {}, maxLimitRequestRatio = {} } = item;
  const names = new Set([limits, defaultRequest, max, min, maxLimitRequestRatio].flatMap((one) => Object.keys(one)));
  return [
    ...(item.type === 'Pod'
      ? (['default', 'defaultRequest'] as const)
          .filter((field) => item[field] !== undefined)
          .map((field) => fieldError.forbidden(`${path}.${field}`, "may not be specified when `type` is 'Pod'"))
      : []),
    ...(item.type === 'PersistentVolumeClaim' && min.storage === undefined && max.storage === undefined
      ? [
          fieldError.required(
            `${path}.limits`,
            'either minimum or maximum storage value is required, but neither was provided',
          ),
        ]
      : []),
    ...[...names].flatMap((name) => [
      ...ordered({
        at: `${path}.min[${name}]`,
        low: ['min value', ownEntry(min, name)],
        high: ['max value', ownEntry(max, name)],
      }),
      ...ordered({
        at: `${path}.defaultRequest[${name}]`,
        low: ['min value', ownEntry(min, name)],
        high: ['default request value', defaultRequest[name]],
      }),
      ...ordered({
        at: `${path}.defaultRequest[${name}]`,
        low: ['default request value', defaultRequest[name]],
        high: ['max value', ownEntry(max, name)],
      }),
      ...ordered({
        at: `${path}.defaultRequest[${name}]`,
        low: ['default request value', defaultRequest[name]],
        high: ['default limit value', ownEntry(limits, name)],
      }),
      ...ordered({
        at: `${path}.default[${name}]`,
        low: ['min value', ownEntry(min, name)],
        high: ['default value', ownEntry(limits, name)],
      }),
      ...ordered({
        at: `${path}.default[${name}]`,
        low: ['default value', ownEntry(limits, name)],
        high: ['max value', ownEntry(max, name)],
      }),
      ...ratioProblems(
        { ratio: ownEntry(maxLimitRequestRatio, name), min: ownEntry(min, name), max: ownEntry(max, name) },
        `${path}.maxLimitRequestRatio[${name}]`,
      ),
    ]),
  ];
}

type Labelled = readonly [label: string, amount: string | undefined];

function ordered({
  at,
  low,
  high,
}: {
  readonly at: string;
  readonly low: Labelled;
  readonly high: Labelled;
}): Problems {
  const [lowLabel, less] = low;
  const [highLabel, more] = high;
  if (less === undefined || more === undefined || !exceeds(less, more)) return [];
  // Kubernetes blames the value that the path names.
  const blamed = at.includes('.default') && highLabel.startsWith('default') && lowLabel === 'min value' ? more : less;
  return [fieldError.invalid(at, blamed, `${lowLabel} ${less} is greater than ${highLabel} ${more}`)];
}

interface RatioBounds {
  readonly ratio: string | undefined;
  readonly min: string | undefined;
  readonly max: string | undefined;
}

function ratioProblems({ ratio, min, max }: RatioBounds, path: string): Problems {
  if (ratio === undefined) return [];
  if (exceeds('1', ratio)) return [fieldError.invalid(path, ratio, `ratio ${ratio} is less than 1`)];
  if (min === undefined || max === undefined || !exceeds(min, '0')) return [];
  const widest = parseQuantity(max).toNumber() / parseQuantity(min).toNumber();
  if (parseQuantity(ratio).toNumber() <= widest) return [];
  return [fieldError.invalid(path, ratio, `ratio ${ratio} is greater than max/min = ${widest.toFixed(6)}`)];
}

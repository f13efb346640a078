import type { KubeObject } from '@kubemin/kubeapi';

/** A value, and those of the labels that the metric has besides the ones of its kind, in their order. */
export type StateSample = readonly [value: number, ...labels: readonly string[]];

/**
 * A metric of the current state of the objects of a kind. Declared with a method on purpose: a StateMetric<Pod>
 * stands in the table of metrics of any kind.
 */
export interface StateMetric<T extends KubeObject = KubeObject> {
  readonly name: string;
  readonly help: string;
  /** @default 'gauge' */
  readonly type?: 'counter' | 'gauge';
  /** Besides those of the kind. @default none */
  readonly labels?: readonly string[];
  read(object: T): Iterable<StateSample>;
}

/** A kind of objects, by the name of its resource, and its metrics. */
export interface StateKind<T extends KubeObject = KubeObject> {
  readonly resource: string;
  /** The labels that identify the object of a value. */
  readonly identity: Readonly<Record<string, 'namespace' | 'name' | 'uid'>>;
  readonly metrics: readonly StateMetric<T>[];
}

/** A metric of one value for each object; no series for those that have none. */
export function singleSampleMetric<T extends KubeObject>(
  name: string,
  help: string,
  value: (object: T) => number | undefined,
): StateMetric<T> {
  return {
    name,
    help,
    read: (object) => {
      const found = value(object);
      return found === undefined ? [] : [[found]];
    },
  };
}

/** A label of these values, of which the one that holds has the value 1 and the others 0. */
export function enumSamples(values: readonly string[], held: string | undefined, ...before: string[]): StateSample[] {
  return values.map((value) => [value === held ? 1 : 0, ...before, value]);
}

/** The values of conditions as labels. */
export const CONDITION_STATUSES = ['true', 'false', 'unknown'];

interface Condition {
  readonly type: string;
  readonly status: string;
}

/** Three series for each condition: of type and status, 1 for the status it has. */
export function conditionSamples(conditions: readonly Condition[] = []): StateSample[] {
  return conditions.flatMap(({ type, status }) => enumSamples(CONDITION_STATUSES, status.toLowerCase(), type));
}

/** Seconds since 1970. */
export function unixTime(time: string | null | undefined): number | undefined {
  return time === undefined || time === null ? undefined : Date.parse(time) / 1000;
}

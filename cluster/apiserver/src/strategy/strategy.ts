import type { Clock } from '@kubemin/base';
import type { FieldError, KubeObject } from '@kubemin/kubeapi';
import type { Reservations } from './reservations.ts';

/** How the last part of an object's URL must look. */
export type NameRule = 'subdomain' | 'label' | 'dns1035Label' | 'pathSegment';

/** What strategies may use besides the object. */
export interface StrategyContext {
  readonly clock: Clock;
  readonly reservations: Reservations;
  /** Reservations are only looked at, not made. */
  readonly dryRun: boolean;
}

/** Something taken for a write that has not happened yet. */
export interface Allocation<T extends KubeObject> {
  readonly object: T;
  /** The write failed: gives back what was taken. */
  rollback(): Promise<void>;
}

/** The grace period that the client requests. */
export interface DeletionRequest {
  readonly gracePeriodSeconds: number | undefined;
}

/** Reads one field; a method type, for the same reason as Strategy's members. */
export type FieldReader<T extends KubeObject> = { read(object: T): string }['read'];

/**
 * What one kind does differently from all others. Every member is optional; the generic path does the rest. Functions
 * get objects that have the shape of their type (checked before) and return new ones: objects are shared and frozen.
 * Declared as methods on purpose: a Strategy<Pod> stands in the table of strategies of any kind.
 */
export interface Strategy<T extends KubeObject = KubeObject> {
  /** @default 'subdomain' */
  readonly nameRule?: NameRule;
  /** Whether metadata.generation counts changes of the desired state. @default true for kinds with a spec */
  readonly generation?: boolean;
  /** DELETE returns the object instead of a Status. @default false */
  readonly deleteReturnsObject?: boolean;
  /** PUT of a missing object creates it. @default false */
  readonly createOnUpdate?: boolean;
  /** PUT without resourceVersion is refused. @default false */
  readonly requiresResourceVersion?: boolean;
  /** Annotations are written along with the status: a controller keeps its notes there. @default false */
  readonly statusAnnotations?: boolean;
  /** What a DELETE without propagationPolicy means. @default 'Background' */
  readonly defaultPropagation?: 'Background' | 'Orphan';
  /** Field selectors beyond metadata.name and metadata.namespace. */
  readonly selectableFields?: Readonly<Record<string, FieldReader<T>>>;
  /** Fills in what the user left out; runs on every write. */
  defaults?(object: T): T;
  prepareForCreate?(object: T): T;
  /** Makes the new state from the old one and what the user sent, defaults filled in; status is already the old one. */
  prepareForUpdate?(object: T, current: T): T;
  validate?(object: T): readonly FieldError[];
  /** Only of new objects, besides `validate`. */
  validateCreate?(object: T): readonly FieldError[];
  validateUpdate?(object: T, current: T): readonly FieldError[];
  /** Of writes to the status alone, which nothing else checks. */
  validateStatus?(object: T, current: T): readonly FieldError[];
  /** What the writer should know although the write succeeds. */
  warnings?(object: T): readonly string[];
  /** Takes unique things (addresses, ports) the new state needs. */
  allocate?(object: T, current: T | undefined, context: StrategyContext): Promise<Allocation<T>>;
  /** Gives back what `current` held and `next` (undefined = deleted) no longer does; runs after the write. */
  release?(current: T, next: T | undefined, context: StrategyContext): Promise<void>;
  /** Seconds until the object may go; 0 = now. @default 0 */
  gracePeriod?(object: T, request: DeletionRequest): number;
  /** What a deletion changes besides the deletionTimestamp. */
  markDeleted?(object: T): T;
  /** Something besides metadata.finalizers still holds the object. */
  holdsDeletion?(object: T): boolean;
  /** Why this object may never be deleted. */
  refusesDeletion?(object: T): string | undefined;
}

import type { KubeObject } from '@kubemin/kubeapi';
import type { DocumentPath } from '@kubemin/model';

/**
 * What delivery does when the cluster already has the object. `apply`: bring it to this state; it is ours or the
 * delivery fails. `keep`: leave it exactly as it is. `yield`: apply it when it is ours, leave it when it is not.
 */
export type OnExisting = 'apply' | 'keep' | 'yield';

/**
 * How the cluster's object becomes one that differs. `update`: in place. `replace`: it is deleted and created again, because
 * Kubernetes refuses to change what it is (a Job's pod); what merely scales or suspends it is still updated in place.
 */
export type OnChange = 'update' | 'replace';

/**
 * That applications of a namespace have an object together. Before creating it, delivery looks for one of its kind with
 * the label `kubemin-share-name` of this name. `default`: one that another application owns is used and left alone; the
 * owner still updates it. `ignore`: it is never created or changed, it is managed elsewhere. `force`: it is applied
 * like any other. Under `default` it must not be deleted while another application still has it.
 */
export interface Sharing {
  readonly name: string;
  readonly strategy: 'default' | 'ignore' | 'force';
}

/** One object of an application, ready to be applied. */
export interface RenderedObject {
  readonly component: string;
  readonly object: KubeObject;
  readonly onExisting: OnExisting;
  /** @default 'update' */
  readonly onChange?: OnChange;
  /** Present when the component is shared. */
  readonly share?: Sharing;
  /** Where in the document it comes from: a component or one of its traits, as `component[0].traits.rbac`. */
  readonly source?: string;
  /** Data to fetch and put into the object before it is applied; rendering itself reaches for nothing. */
  readonly dataFrom?: DataSource;
}

/** Where the text of one key of a ConfigMap comes from. */
export interface DataSource {
  readonly url: string;
  readonly key: string;
}

/** An object as a component type or trait asks for it. */
export interface ObjectDraft {
  readonly object: KubeObject;
  /** @default 'apply' */
  readonly onExisting?: OnExisting;
  /** @default 'update' */
  readonly onChange?: OnChange;
  /** Filled in by the framework, from the component's `share` trait. */
  readonly share?: Sharing;
  /** Where in the document it comes from; the framework fills it in. */
  readonly source?: DocumentPath;
  readonly dataFrom?: DataSource;
  /**
   * How its name came about. `given`: by the user, who may mean one object in several places. `alias`: a convenience
   * that steps back when the name is taken. @default 'generated': by us; meeting it twice is an error.
   */
  readonly naming?: 'generated' | 'given' | 'alias';
}

/** The fields of an object that have a value. */
export type Given<T> = { readonly [K in keyof T]?: Exclude<T[K], undefined> };

/** Leaves out fields without a value, which must not appear in applied objects at all. */
export function given<T extends object>(fields: T): Given<T>;
export function given(fields: object): object {
  return Object.fromEntries(Object.entries(fields).filter(([, value]) => value !== undefined));
}

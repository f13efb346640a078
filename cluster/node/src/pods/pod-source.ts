import type { Pod } from '@kubemin/kubeapi/types/core.v1';

/** A change of a pod that a node is to run. */
export interface PodChange {
  readonly type: 'added' | 'updated' | 'deleted';
  readonly object: Pod;
}

/**
 * The pods of a node, wherever they come from; an informer is one. A new handler first gets 'added' for everything that is
 * there; the result of onChange removes it.
 */
export interface PodSource {
  /** Resolves when all pods that are to run are known: what runs besides has no owner. */
  readonly synced: Promise<void>;
  /** By objectKey. */
  get(key: string): Pod | undefined;
  list(): readonly Pod[];
  onChange(handler: (change: PodChange) => void): () => void;
}

import type { Component } from '@kubemin/client';

/** An application's state in one word: that of its worst component. */
export function applicationHealth(components: readonly Pick<Component, 'status'>[]): Component['status'] {
  const worstFirst: readonly Component['status'][] = ['Failed', 'Pending', 'Unknown', 'Running'];
  return worstFirst.find((status) => components.some((component) => component.status === status)) ?? 'Unknown';
}

/** How many of its replicas are ready, where a component has any. */
export function readiness({ replicas, readyReplicas = 0 }: Pick<Component, 'replicas' | 'readyReplicas'>): string {
  return replicas === undefined ? '-' : `${readyReplicas}/${replicas}`;
}

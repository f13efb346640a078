import type { Component } from '@kubemin/client';

/** How many of its replicas are ready, where a component has any. */
export function readiness({ replicas, readyReplicas = 0 }: Pick<Component, 'replicas' | 'readyReplicas'>): string {
  return replicas === undefined ? '-' : `${readyReplicas}/${replicas}`;
}

import type { Deployment } from '@kubemin/kubeapi/types/apps.v1';
import type { UpdatePolicy } from '@kubemin/model';
import { generatedName, type Labels, trackLabel } from '../object/index.ts';
import type { ComponentContext, ContainerRequest, PodResult } from './component-renderer.ts';
import { objectMeta } from './object-meta.ts';
import { copies } from './pod.ts';
import { deploymentStrategy } from './update-strategy.ts';

interface Stateless extends ContainerRequest {
  readonly labels: Labels;
  readonly annotations: Labels;
  readonly update?: UpdatePolicy | undefined;
}

/** A component's Deployment, and its pod for what is rendered beside it. */
export interface DeploymentDraft {
  readonly pod: PodResult;
  readonly object: Deployment;
}

/** The Deployment of a component that keeps nothing. */
export function deployment(context: ComponentContext<Stateless>): DeploymentDraft {
  const { component, appId, selector } = context;
  const { properties } = component;
  const name = generatedName({ prefix: 'deploy', name: component.name, appId });
  const pod = context.pod({
    workload: { apiVersion: 'apps/v1', kind: 'Deployment', name, claims: 'none' },
    container: properties,
    // On pods alone: a Service can be held to one track, and the selector stays what it is.
    labels: { ...properties.labels, ...trackLabel('stable') },
    annotations: properties.annotations,
  });
  const object: Deployment = {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: objectMeta(context, name),
    spec: {
      ...copies(pod),
      strategy: deploymentStrategy(properties.update),
      selector: { matchLabels: selector },
      template: pod.template,
    },
  };
  return { pod, object };
}

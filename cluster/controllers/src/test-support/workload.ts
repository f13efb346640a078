import type { DaemonSet, Deployment, ReplicaSet, StatefulSet } from '@kubemin/kubeapi/types/apps.v1';
import type { CronJob, Job, JobSpec } from '@kubemin/kubeapi/types/batch.v1';
import type { Pod, PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';

/** What a test wants of its pods. */
export interface TemplateWishes {
  readonly image?: string;
  readonly requests?: Readonly<Record<string, string>>;
  readonly annotations?: Readonly<Record<string, string>>;
}

/** Small objects for tests: everything labelled with its app's name. */
export function template(
  app: string,
  { image = 'shop:1', requests, annotations }: TemplateWishes = {},
): PodTemplateSpec {
  return {
    metadata: { labels: { app }, ...(annotations && { annotations }) },
    spec: { containers: [{ name: 'main', image, ...(requests && { resources: { requests } }) }] },
  };
}

/** A Deployment of small pods. */
export function deployment(
  name: string,
  replicas: number,
  wishes: TemplateWishes & { readonly spec?: Partial<NonNullable<Deployment['spec']>> } = {},
): Deployment {
  const selector = { matchLabels: { app: name } };
  return {
    apiVersion: 'apps/v1',
    kind: 'Deployment',
    metadata: { name },
    spec: { replicas, selector, template: template(name, wishes), ...wishes.spec },
  };
}

/** A ReplicaSet of small pods. */
export function replicaSet(name: string, replicas: number, wishes: TemplateWishes = {}): ReplicaSet {
  const selector = { matchLabels: { app: name } };
  return {
    apiVersion: 'apps/v1',
    kind: 'ReplicaSet',
    metadata: { name },
    spec: { replicas, selector, template: template(name, wishes) },
  };
}

/** A StatefulSet of small pods with a claim each. */
export function statefulSet(name: string, replicas: number, wishes: TemplateWishes = {}): StatefulSet {
  return {
    apiVersion: 'apps/v1',
    kind: 'StatefulSet',
    metadata: { name },
    spec: {
      replicas,
      serviceName: name,
      selector: { matchLabels: { app: name } },
      template: template(name, wishes),
      volumeClaimTemplates: [
        {
          apiVersion: 'v1',
          kind: 'PersistentVolumeClaim',
          metadata: { name: 'data' },
          spec: { accessModes: ['ReadWriteOnce'], resources: { requests: { storage: '1Gi' } } },
        },
      ],
    },
  };
}

/** A DaemonSet of small pods. */
export function daemonSet(
  name: string,
  wishes: TemplateWishes & { readonly spec?: Partial<NonNullable<DaemonSet['spec']>> } = {},
): DaemonSet {
  const selector = { matchLabels: { app: name } };
  return {
    apiVersion: 'apps/v1',
    kind: 'DaemonSet',
    metadata: { name },
    spec: { selector, template: template(name, wishes), ...wishes.spec },
  };
}

/** A Job of small pods that are not restarted. */
export function job(name: string, wishes: TemplateWishes & { readonly spec?: Partial<JobSpec> } = {}): Job {
  const { metadata = {}, spec } = template(name, wishes);
  const once = { metadata, spec: { containers: [], ...spec, restartPolicy: 'Never' } };
  return { apiVersion: 'batch/v1', kind: 'Job', metadata: { name }, spec: { template: once, ...wishes.spec } };
}

/** A small pod without an owner. */
export function pod(
  name: string,
  wishes: TemplateWishes & { readonly labels?: Readonly<Record<string, string>> } = {},
): Pod {
  const { spec, metadata } = template(name, wishes);
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: { ...metadata, name, labels: wishes.labels ?? { app: name } },
    ...(spec && { spec }),
  };
}

/** A CronJob of small pods, each minute unless overridden. */
export function cronJob(
  name: string,
  { spec, ...wishes }: TemplateWishes & { readonly spec?: Partial<NonNullable<CronJob['spec']>> } = {},
): CronJob {
  const { spec: each } = job(name, wishes);
  return {
    apiVersion: 'batch/v1',
    kind: 'CronJob',
    metadata: { name },
    spec: { schedule: '* * * * *', jobTemplate: { ...(each && { spec: each }) }, ...spec },
  };
}

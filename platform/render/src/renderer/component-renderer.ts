import type { PersistentVolumeClaim, PodTemplateSpec } from '@kubemin/kubeapi/types/core.v1';
import type { DocumentPath } from '@kubemin/model';
import type { Labels, ObjectDraft } from '../object/index.ts';
import type { Schedule } from './cron-job.ts';
import type { ServiceChanges, WorkloadView } from './trait-renderer.ts';

/** What a component type may look at. */
export interface ComponentContext<Properties> {
  readonly component: {
    readonly name: string;
    readonly type: string;
    readonly image?: string;
    readonly replicas: number;
    readonly properties: Properties;
  };
  /** Where the component stands in the document. */
  readonly path: DocumentPath;
  readonly namespace: string;
  readonly appId: string;
  /** What selects this component's pods. */
  readonly selector: Labels;
  /** Builds the pod and lets all of the component's traits act on it. */
  pod(request: PodRequest): PodResult;
}

/** What a component type asks of its pod. */
export interface PodRequest {
  readonly workload: Omit<WorkloadView, 'replicas' | 'template'>;
  readonly container: ContainerRequest;
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly terminationGracePeriodSeconds?: number;
  /** @default 'Always', as Kubernetes has it */
  readonly restartPolicy?: 'Never' | 'OnFailure';
}

/** The main container in the document's words. */
export interface ContainerRequest {
  readonly env: Readonly<Record<string, string>>;
  readonly ports: readonly { readonly port: number }[];
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
}

/** The finished pod and what its traits want besides. */
export interface PodResult {
  readonly template: PodTemplateSpec;
  readonly claimTemplates: readonly PersistentVolumeClaim[];
  /** What the traits want beside the workload; the component renderer returns these with its own objects. */
  readonly objects: readonly ObjectDraft[];
  readonly service: ServiceChanges;
  /** When to run again and again; absent unless a trait asks for it. */
  readonly schedule?: Schedule;
  /** How many copies to apply; absent where autoscaling decides that. */
  readonly replicas?: number;
}

/** Turns a component of one type into objects. Pure: same context, same objects in the same order. */
export interface ComponentRenderer<Properties> {
  render(context: ComponentContext<Properties>): readonly ObjectDraft[];
}

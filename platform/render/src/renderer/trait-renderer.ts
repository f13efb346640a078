import type {
  Container,
  EnvFromSource,
  EnvVar,
  Lifecycle,
  PersistentVolumeClaim,
  PodTemplateSpec,
  Probe,
  ResourceRequirements,
  SecurityContext,
  ServicePort,
  ServiceSpec,
  Volume,
  VolumeMount,
} from '@kubemin/kubeapi/types/core.v1';
import type { DocumentPath, NestedTraits } from '@kubemin/model';
import type { Labels, ObjectDraft, RenderSettings } from '../object/index.ts';
import type { Schedule } from './cron-job.ts';
import type { Decoration, DecorationContext } from './decoration.ts';
import type { PodSettings } from './pod-settings.ts';

/** The workload a trait is attached to, as it is before any trait. */
export interface WorkloadView {
  readonly apiVersion: string;
  readonly kind: string;
  readonly name: string;
  readonly replicas: number;
  /** `templates`: the workload makes a claim per pod. `none`: claims are objects of their own. */
  readonly claims: 'templates' | 'none';
  readonly template: PodTemplateSpec;
}

/** A Service that objects may refer to. */
export interface ServiceView {
  readonly name: string;
  readonly ports: readonly number[];
}

/** How a component's Services differ from the plain ones its ports give. */
export interface ServiceChanges {
  /** What the Service beside the generated one is called. @default the component's name */
  readonly alias?: string;
  readonly labels?: Labels;
  readonly annotations?: Labels;
  readonly ports?: readonly ServicePort[];
  /** For every Service of the component. */
  readonly every?: Partial<ServiceSpec>;
  /** For the generated Service only: what must not be asked of the cluster twice. */
  readonly outward?: Partial<ServiceSpec>;
}

/** Everything a trait may look at. */
export interface TraitContext<Data> {
  /** The trait's own data, canonical. */
  readonly data: Data;
  /** Where that data stands in the document; RenderErrors start from here. */
  readonly path: DocumentPath;
  readonly component: { readonly name: string; readonly type: string };
  /** The container the trait applies to. */
  readonly container: string;
  /** Whose that container is: the component's own, or one added by the trait this one is nested in. */
  readonly place: 'component' | 'nested';
  /** Volumes that traits before this one have defined. The first definition of a name counts; later ones only mount it. */
  readonly volumes: ReadonlySet<string>;
  readonly workload: WorkloadView;
  readonly namespace: string;
  readonly appId: string;
  readonly settings: RenderSettings;
  /** The Service of a component of this application, by the component's or its own name; undefined when there is none. */
  findService(name: string): ServiceView | undefined;
  /** Runs the traits nested under a container that this trait adds; what they yield is this trait's to pass on. */
  nested(traits: NestedTraits, container: string, path: DocumentPath): TraitResult;
}

/** What a trait does to one container. Mounts and variables add up; of all else the last trait's counts. */
export interface ContainerChanges {
  readonly volumeMounts?: readonly VolumeMount[];
  readonly env?: readonly EnvVar[];
  readonly envFrom?: readonly EnvFromSource[];
  readonly resources?: ResourceRequirements;
  readonly livenessProbe?: Probe;
  readonly readinessProbe?: Probe;
  readonly startupProbe?: Probe;
  readonly imagePullPolicy?: Exclude<Container['imagePullPolicy'], undefined>;
  readonly securityContext?: SecurityContext;
  readonly lifecycle?: Lifecycle;
}

/** What a trait yields. All parts are optional; the framework merges the results of all traits and applies them. */
export interface TraitResult {
  readonly initContainers?: readonly Container[];
  readonly containers?: readonly Container[];
  readonly volumes?: readonly Volume[];
  /** Only for workloads whose `claims` are `templates`. */
  readonly claimTemplates?: readonly PersistentVolumeClaim[];
  /** Keyed by container name: the context's, or one this result adds. */
  readonly changes?: Readonly<Record<string, ContainerChanges>>;
  /** Objects created beside the workload; the framework adds the owner labels. */
  readonly objects?: readonly ObjectDraft[];
  /** For the pod as a whole; see `joinSettings` for how those of several traits come together. */
  readonly pod?: PodSettings;
  /** The first trait that sets it decides. */
  readonly serviceAccountName?: string;
  readonly automountServiceAccountToken?: boolean;
  /** How the component's Service differs from the plain one. The first trait that sets it decides. */
  readonly service?: ServiceChanges;
  /** `autoscaled`: an autoscaler sets the number of copies, so applied objects must not have it. */
  readonly replicas?: 'autoscaled';
  /** For components that run to completion: when to do so again and again. The first trait that sets it decides. */
  readonly schedule?: Schedule;
}

/** Turns a trait's data into changes of the pod and additional objects. Pure: same context, same result. */
export interface TraitRenderer<Data> {
  process(context: TraitContext<Data>): TraitResult;
  /** Only for traits whose scope is `component`: what they add to every object of it. */
  decorate?(context: DecorationContext<Data>): Decoration;
}

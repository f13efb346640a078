import type { NodeAffinity, Pod } from '@kubemin/kubeapi/types/core.v1';
import { LABEL } from '@kubemin/render';
import { MANAGED_BY, SANDBOX_LABEL, SANDBOX_NAME, type SandboxSettings } from '../task/index.ts';

/** The only container of a job's pod. */
export const MAIN_CONTAINER = 'main';

/** What users' code to run, and with how much of a machine. */
export interface PodRequest {
  readonly image: string;
  /** In place of what the image starts. */
  readonly command?: readonly string[] | undefined;
  readonly args?: readonly string[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
  /** Requests and limits are the same. `gpu` is a number of cards, or an amount of their memory. */
  readonly resources?:
    | {
        readonly cpu?: string | undefined;
        readonly memory?: string | undefined;
        readonly gpu?: string | undefined;
      }
    | undefined;
  readonly runAsUser?: number | undefined;
  /** The node it must run on. @default any */
  readonly node?: string | undefined;
}

/** For which job, and where. */
export interface PodTarget {
  readonly job: { readonly id: string; readonly taskId: string };
  readonly appId: string;
  readonly namespace: string;
  /** The label of the policy that lets it out. */
  readonly egress?: string | undefined;
  /** After which the cluster ends it, in case no executor does. */
  readonly deadlineSeconds?: number | undefined;
}

/** Derived from the job, so that an executor that resumes a job finds its pod. */
export function jobPodName({ id }: { readonly id: string }): string {
  return `job-${id.toLowerCase()}`;
}

/** The pod of a job: to its end once, with no privilege whatever, in the sense of the "restricted" pod security. Pure. */
export function sandboxPod(request: PodRequest, place: PodTarget, settings: SandboxSettings): Pod {
  const { job, appId, namespace, egress, deadlineSeconds } = place;
  const user = request.runAsUser ?? settings.runAsUser;
  const resources = containerResources(request, settings);
  const { command, args, env = {} } = request;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: jobPodName(job),
      namespace,
      labels: {
        [LABEL.appId]: appId,
        [SANDBOX_LABEL.managedBy]: MANAGED_BY,
        [SANDBOX_LABEL.job]: job.id,
        [SANDBOX_LABEL.task]: job.taskId,
        ...(egress !== undefined && { [SANDBOX_LABEL.egress]: egress }),
      },
    },
    spec: {
      restartPolicy: 'Never',
      serviceAccountName: SANDBOX_NAME,
      automountServiceAccountToken: false,
      enableServiceLinks: false,
      ...(request.node !== undefined && { affinity: { nodeAffinity: onNode(request.node) } }),
      ...(deadlineSeconds !== undefined && { activeDeadlineSeconds: deadlineSeconds }),
      securityContext: { runAsNonRoot: true, runAsUser: user, seccompProfile: { type: 'RuntimeDefault' } },
      containers: [
        {
          name: MAIN_CONTAINER,
          image: request.image,
          ...(command !== undefined && { command }),
          ...(args !== undefined && { args }),
          env: Object.entries(env).map(([name, value]) => ({ name, value })),
          ...(Object.keys(resources).length > 0 && { resources: { requests: resources, limits: resources } }),
          // A program without a termination message is quoted by the last lines of its log.
          terminationMessagePolicy: 'FallbackToLogsOnError',
          securityContext: { allowPrivilegeEscalation: false, privileged: false, capabilities: { drop: ['ALL'] } },
        },
      ],
    },
  };
}

/** By the name of the node: its hostname label may have another value. */
function onNode(name: string): NodeAffinity {
  const matchFields = [{ key: 'metadata.name', operator: 'In', values: [name] }];
  return { requiredDuringSchedulingIgnoredDuringExecution: { nodeSelectorTerms: [{ matchFields }] } };
}

/** What a container asks for, by the names of the cluster. */
export function containerResources(
  { resources = {} }: Pick<PodRequest, 'resources'>,
  settings: Pick<SandboxSettings, 'gpu'>,
): Readonly<Record<string, string>> {
  const { cpu, memory, gpu } = resources;
  return {
    ...(cpu !== undefined && { cpu }),
    ...(memory !== undefined && { memory }),
    ...(gpu !== undefined && { [/^\d+$/.test(gpu) ? settings.gpu.count : settings.gpu.memory]: gpu }),
  };
}

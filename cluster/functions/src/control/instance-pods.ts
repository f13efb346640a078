import { createHash } from 'node:crypto';
import { controllerReference } from '@kubemin/controller';
import type { ConfigMap, EnvVar, Pod, ResourceRequirements, Secret } from '@kubemin/kubeapi/types/core.v1';
import type { FunctionObject } from '../resources/index.ts';
import type { FunctionRuntime } from '../runtimes/index.ts';
import type { FunctionTemplate } from './function-template.ts';

/** On all pods that we make; its value is the runtime. */
export const RUNTIME_LABEL = 'functions.kubemin.io/runtime';
export const FUNCTION_LABEL = 'functions.kubemin.io/function';
export const REVISION_LABEL = 'functions.kubemin.io/revision';
/** On pods that wait for the code of a function. */
export const POOL_LABEL = 'functions.kubemin.io/pool';

/** Has the token that loads code into instances. */
export const TOKEN_SECRET = 'function-instances';
const TOKEN_KEY = 'token';
const PROGRAM_DIRECTORY = '/kubemin';
const DEFAULT_PORT = 8_080;
const SUFFIX_LENGTH = 5;
/** Names of pods are host names. */
const LONGEST_PREFIX = 63 - SUFFIX_LENGTH - 1;

export interface InstancePodOptions {
  readonly owner: FunctionObject;
  readonly revision: string;
  readonly template: FunctionTemplate;
  readonly runtime: FunctionRuntime;
  readonly suffix: string;
  /** How long calls in flight may take when the pod is deleted. */
  readonly graceSeconds: number;
}

/** A pod for one revision of a function. */
export function makeInstancePod(options: InstancePodOptions): Pod {
  const { owner, revision, template, runtime, suffix, graceSeconds } = options;
  const { name = '', namespace = '' } = owner.metadata;
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `${revision.slice(0, LONGEST_PREFIX)}-${suffix}`,
      namespace,
      labels: { [RUNTIME_LABEL]: runtime.name, [FUNCTION_LABEL]: name, [REVISION_LABEL]: revision },
      ownerReferences: [controllerReference(owner)],
    },
    spec: instanceSpec(runtime, template, graceSeconds),
  };
}

/** A pod of a runtime that becomes an instance of whichever function needs one first. */
export function makePoolPod(runtime: FunctionRuntime, namespace: string, suffix: string): Pod {
  return {
    apiVersion: 'v1',
    kind: 'Pod',
    metadata: {
      name: `function-pool-${runtime.name}-${suffix}`.slice(-63),
      namespace,
      labels: { [RUNTIME_LABEL]: runtime.name, [POOL_LABEL]: 'true' },
    },
    spec: instanceSpec(runtime, {}, 60),
  };
}

/** What makes a pod of the pool an instance; fails when it is no longer as it was seen. */
export function claimPatch(pool: Pod, owner: FunctionObject, revision: string): object {
  return {
    metadata: {
      resourceVersion: pool.metadata.resourceVersion,
      labels: { [POOL_LABEL]: null, [FUNCTION_LABEL]: owner.metadata.name, [REVISION_LABEL]: revision },
      ownerReferences: [controllerReference(owner)],
    },
  };
}

/** Whether instances differ from pods of the pool in more than their code. */
export function needsOwnPod(
  { image, resources, env = [] }: Partial<FunctionTemplate>,
  runtime: FunctionRuntime,
): boolean {
  return (
    runtime.program === undefined ||
    image !== undefined ||
    resources !== undefined ||
    env.some(({ valueFrom }) => valueFrom !== undefined)
  );
}

export function instancePort({ port = DEFAULT_PORT }: Partial<FunctionTemplate>, runtime: FunctionRuntime): number {
  return runtime.program === undefined ? port : DEFAULT_PORT;
}

function instanceSpec(
  runtime: FunctionRuntime,
  template: Partial<FunctionTemplate>,
  graceSeconds: number,
): NonNullable<Pod['spec']> {
  const { program } = runtime;
  const port = instancePort(template, runtime);
  const own: readonly EnvVar[] = needsOwnPod(template, runtime) ? copyJson(template.env ?? []) : [];
  return {
    // A program that has ended has lost its code: the instance is replaced.
    restartPolicy: 'Never',
    automountServiceAccountToken: false,
    enableServiceLinks: false,
    terminationGracePeriodSeconds: graceSeconds,
    containers: [
      {
        name: 'function',
        image: template.image ?? runtime.image ?? '',
        imagePullPolicy: 'IfNotPresent',
        ...(program && { command: [...program.command, `${PROGRAM_DIRECTORY}/${program.fileName}`] }),
        env: [
          ...own,
          { name: 'PORT', value: String(port) },
          ...(program === undefined
            ? []
            : [{ name: 'FUNCTION_TOKEN', valueFrom: { secretKeyRef: { name: TOKEN_SECRET, key: TOKEN_KEY } } }]),
        ],
        ports: [{ name: 'http', containerPort: port }],
        securityContext: { allowPrivilegeEscalation: false },
        ...(template.resources && { resources: copyJson<ResourceRequirements>(template.resources) }),
        ...(program && { volumeMounts: [{ name: 'program', mountPath: PROGRAM_DIRECTORY, readOnly: true }] }),
      },
    ],
    ...(program && { volumes: [{ name: 'program', configMap: { name: programName(runtime) } }] }),
  };
}

/** Another version of the program has another name: pods that run keep theirs. */
export function programName({ name, program }: FunctionRuntime): string {
  const digest = createHash('sha256')
    .update(program?.text ?? '')
    .digest('hex');
  return `function-runtime-${name}-${digest.slice(0, 8)}`;
}

export function makeProgram(runtime: FunctionRuntime, namespace: string): ConfigMap {
  const { fileName = '', text = '' } = runtime.program ?? {};
  return {
    apiVersion: 'v1',
    kind: 'ConfigMap',
    metadata: { name: programName(runtime), namespace, labels: { [RUNTIME_LABEL]: runtime.name } },
    immutable: true,
    data: { [fileName]: text },
  };
}

export function makeTokenSecret(namespace: string, token: string): Secret {
  return {
    apiVersion: 'v1',
    kind: 'Secret',
    metadata: { name: TOKEN_SECRET, namespace },
    stringData: { [TOKEN_KEY]: token },
  };
}

export function readTokenSecret({ data = {} }: Secret): string {
  return Buffer.from(data[TOKEN_KEY] ?? '', 'base64').toString('utf8');
}

/** Without fields that are undefined, which types of Kubernetes do not have. */
function copyJson<T>(value: unknown): T {
  return JSON.parse(JSON.stringify(value));
}

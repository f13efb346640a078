import type { Container, Pod, PodSpec, Probe } from '@kubemin/kubeapi/types/core.v1';

/**
 * Pods and what a node must report of them, as kubelets do. Rows are independent of each other; each runs as a pod with its
 * own name, over every form of every runtime.
 */
export interface PodScenario {
  /** Also the name of the pod. */
  readonly name: string;
  readonly spec: Partial<PodSpec>;
  readonly metadata?: Pick<Pod['metadata'], 'labels' | 'annotations'>;
  /** Done when all of its containers are ready. */
  readonly action?: { readonly delete: number } | { readonly debug: Container };
  readonly expected: ExpectedPod;
  /** Rows that are run by `npm test`; the others take longer, or are like one of these. */
  readonly short?: boolean;
  /** What the machine must offer. */
  readonly needs?: 'memoryLimits';
}

/** What some status of the pod must have; what is not named may be anything. */
export interface ExpectedPod {
  readonly phase: string;
  readonly reason?: string;
  readonly message?: string;
  /** By type: `True`, or `False` and the reason. */
  readonly conditions?: Readonly<Record<string, string>>;
  readonly containers: Readonly<Record<string, ExpectedContainer>>;
  /** Reasons of events that must have been recorded, and those that must not. */
  readonly events?: readonly string[];
  readonly noEvents?: readonly string[];
  /** Parts of messages of events. */
  readonly eventMessages?: readonly string[];
}

/** `running`, `waiting REASON` or `terminated REASON CODE`, or that with more. */
export type ExpectedContainer =
  | string
  | {
      readonly state: string;
      readonly ready?: boolean;
      readonly started?: boolean;
      readonly restarts?: number;
      /** As `state`, of the attempt before. */
      readonly last?: string;
      /** Part of the message of the state. */
      readonly message?: string;
    };

/** Names of objects that exist before the rows run; see pod-scenarios.test.ts. */
export const SETTINGS = { configMap: 'settings', secret: 'login' } as const;
export const IMAGES = {
  /** Programs of this machine, as root. */
  host: 'host:1',
  /** The same, as a user that it does not have. */
  unknownUser: 'unknown-user:1',
  /** In no registry. */
  missing: 'missing:1',
  /** Only in a registry. */
  remote: 'registry.local/remote:1',
} as const;

const shell = (script: string, more: Partial<Container> = {}): Container => ({
  ...{ name: 'main', image: IMAGES.host, command: ['sh', '-c', script] },
  ...more,
});

/** Runs for as long as the test does, and ends at once when it is asked to. */
const FOREVER = 'trap "exit 0" TERM; touch /tmp/ready; while :; do sleep 0.2; done';
const forever = (more: Partial<Container> = {}): Container => shell(FOREVER, more);
const FAIL_WHEN_READY = 'while [ ! -e /tmp/ready ]; do sleep 0.05; done; exit 1';
/** Ready only when it can be asked to end. */
const whenReady: Probe = { exec: { command: ['cat', '/tmp/ready'] }, periodSeconds: 1, failureThreshold: 100 };
const once = (container: Container, more: Partial<PodSpec> = {}): Partial<PodSpec> => ({
  ...{ restartPolicy: 'Never', containers: [container] },
  ...more,
});
const always = (...containers: readonly Container[]): Partial<PodSpec> => ({ containers });
const sidecar = (container: Container): Container => ({ ...container, restartPolicy: 'Always' });
const shared = { volumes: [{ name: 'shared', emptyDir: {} }] };
const inShared = { volumeMounts: [{ name: 'shared', mountPath: '/shared' }] };
/** Fails when it runs for the first time. */
const SECOND_TIME = '[ -e /shared/seen ] && exit 0; touch /shared/seen; exit 1';

const NODE_VOLUME = { name: 'node', hostPath: { path: process.execPath, type: 'File' } };
const server = (program: string, more: Partial<Container>): Partial<PodSpec> => ({
  containers: [
    {
      ...{ name: 'main', image: IMAGES.host, command: ['node', '-e', program] },
      volumeMounts: [{ name: 'node', mountPath: '/bin/node' }],
      ...more,
    },
  ],
  volumes: [NODE_VOLUME],
});
const http = (status: number): string =>
  `require('http').createServer((q, r) => { r.statusCode = ${status}; r.end() }).listen(8080)`;
const GRPC = `const server = require('http2').createServer();
server.on('stream', (stream) => {
  stream.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': '0' }));
  stream.end(Buffer.from([0, 0, 0, 0, 2, 8, 1]));
});
server.listen(8080)`;
const soon = { periodSeconds: 1, failureThreshold: 1 } as const;

const READY = { Ready: 'True', ContainersReady: 'True', Initialized: 'True', PodScheduled: 'True' };
const COMPLETED = {
  ...{ Ready: 'False PodCompleted', ContainersReady: 'False PodCompleted' },
  ...{ Initialized: 'True', PodReadyToStartContainers: 'False' },
};
const UNREADY = { Ready: 'False ContainersNotReady', ContainersReady: 'False ContainersNotReady' };
const STARTED = ['Scheduled', 'Pulled', 'Created', 'Started'];
const crashed = (last: string) => ({ state: 'waiting CrashLoopBackOff', restarts: 1, last, ready: false });
const succeeds = { phase: 'Succeeded', containers: { main: 'terminated Completed 0' } } as const;
const creating = { main: 'waiting ContainerCreating' } as const;

const ENDS: readonly PodScenario[] = [
  {
    name: 'never-succeeds',
    short: true,
    spec: once(shell('exit 0')),
    expected: { ...succeeds, conditions: COMPLETED, events: STARTED, noEvents: ['BackOff', 'Killing'] },
  },
  {
    name: 'never-fails',
    short: true,
    spec: once(shell('exit 3')),
    expected: {
      ...{ phase: 'Failed', conditions: COMPLETED, events: STARTED },
      containers: { main: { state: 'terminated Error 3', restarts: 0, ready: false } },
    },
  },
  {
    name: 'never-largest-exit-code',
    spec: once(shell('exit 255')),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 255' } },
  },
  {
    name: 'never-killed-by-signal',
    spec: once(shell("sh -c 'kill -9 $$$$'; exit $?")),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 137' } },
  },
  {
    name: 'never-ended-by-term',
    spec: once(shell("sh -c 'kill -15 $$$$'; exit $?")),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 143' } },
  },
  {
    name: 'never-one-of-two-fails',
    spec: once(shell('exit 0'), { containers: [shell('exit 0'), shell('exit 1', { name: 'other' })] }),
    expected: { phase: 'Failed', containers: { main: 'terminated Completed 0', other: 'terminated Error 1' } },
  },
  {
    name: 'never-one-of-two-runs',
    spec: once(shell('exit 1'), { containers: [shell('exit 1'), forever({ name: 'other' })] }),
    expected: {
      ...{ phase: 'Running', conditions: { ...UNREADY, Initialized: 'True' } },
      containers: { main: 'terminated Error 1', other: { state: 'running', ready: true } },
    },
  },
  {
    name: 'on-failure-succeeds',
    spec: { ...once(shell('exit 0')), restartPolicy: 'OnFailure' },
    expected: { ...succeeds, containers: { main: { state: 'terminated Completed 0', restarts: 0 } } },
  },
  {
    name: 'on-failure-second-time',
    short: true,
    spec: { ...once(shell(SECOND_TIME, inShared), shared), restartPolicy: 'OnFailure' },
    expected: {
      ...{ phase: 'Succeeded', conditions: COMPLETED },
      containers: { main: { state: 'terminated Completed 0', restarts: 1, last: 'terminated Error 1' } },
    },
  },
  {
    name: 'on-failure-fails',
    spec: { ...once(shell('exit 9')), restartPolicy: 'OnFailure' },
    expected: { phase: 'Running', containers: { main: crashed('terminated Error 9') }, events: ['BackOff'] },
  },
  {
    name: 'always-ends-well',
    spec: always(shell('exit 0')),
    expected: { phase: 'Running', containers: { main: crashed('terminated Completed 0') }, events: ['BackOff'] },
  },
  {
    name: 'always-crashes',
    short: true,
    spec: always(shell('exit 1')),
    expected: {
      ...{ phase: 'Running', conditions: UNREADY, events: [...STARTED, 'BackOff'] },
      containers: {
        main: { ...crashed('terminated Error 1'), message: 'back-off 10s restarting failed container=main' },
      },
      eventMessages: ['Back-off restarting failed container main in pod always-crashes_default('],
    },
  },
  {
    name: 'always-runs',
    short: true,
    spec: always(forever()),
    expected: {
      ...{ phase: 'Running', conditions: { ...READY, PodReadyToStartContainers: 'True' }, events: STARTED },
      containers: { main: { state: 'running', ready: true, started: true, restarts: 0 } },
      noEvents: ['Failed', 'BackOff', 'Unhealthy', 'Killing'],
    },
  },
  {
    name: 'always-one-of-two-crashes',
    spec: always(forever(), shell('exit 2', { name: 'other' })),
    expected: { phase: 'Running', containers: { main: 'running', other: crashed('terminated Error 2') } },
  },
  {
    name: 'out-of-memory',
    short: true,
    needs: 'memoryLimits',
    spec: once(
      shell('x=$(head -c 200000000 /dev/zero | tr "\\0" x); exit 0', {
        resources: { limits: { memory: '24Mi' } },
      }),
    ),
    expected: { phase: 'Failed', containers: { main: 'terminated OOMKilled 137' } },
  },
];

const MESSAGES: readonly PodScenario[] = [
  {
    name: 'message-of-container',
    spec: once(shell('echo goodbye >/dev/termination-log; exit 4')),
    expected: { phase: 'Failed', containers: { main: { state: 'terminated Error 4', message: 'goodbye' } } },
  },
  {
    name: 'message-at-path',
    spec: once(shell('echo elsewhere >/tmp/last', { terminationMessagePath: '/tmp/last' })),
    expected: { ...succeeds, containers: { main: { state: 'terminated Completed 0', message: 'elsewhere' } } },
  },
  {
    name: 'message-from-log',
    spec: once(shell('echo last words; exit 5', { terminationMessagePolicy: 'FallbackToLogsOnError' })),
    expected: { phase: 'Failed', containers: { main: { state: 'terminated Error 5', message: 'last words' } } },
  },
];

const INITS: readonly PodScenario[] = [
  {
    name: 'init-then-main',
    short: true,
    spec: { initContainers: [shell('exit 0', { name: 'init' })], containers: [forever()] },
    expected: {
      ...{ phase: 'Running', conditions: READY },
      containers: { init: { state: 'terminated Completed 0', ready: true }, main: { state: 'running', ready: true } },
    },
  },
  {
    name: 'init-runs',
    spec: { initContainers: [forever({ name: 'init' })], containers: [forever()] },
    expected: {
      ...{ phase: 'Pending', conditions: { Initialized: 'False ContainersNotInitialized', ...UNREADY } },
      containers: { init: 'running', main: 'waiting PodInitializing' },
    },
  },
  {
    name: 'init-fails-never',
    short: true,
    spec: { ...once(forever()), initContainers: [shell('exit 1', { name: 'init' })] },
    expected: {
      ...{ phase: 'Failed', conditions: { Initialized: 'False ContainersNotInitialized' } },
      containers: { init: 'terminated Error 1', main: 'waiting PodInitializing' },
    },
  },
  {
    name: 'init-fails-always',
    spec: { initContainers: [shell('exit 1', { name: 'init' })], containers: [forever()] },
    expected: {
      ...{ phase: 'Pending', events: ['BackOff'] },
      containers: { init: crashed('terminated Error 1'), main: 'waiting PodInitializing' },
    },
  },
  {
    name: 'init-second-time',
    spec: {
      ...{ restartPolicy: 'OnFailure', ...shared },
      initContainers: [shell(SECOND_TIME, { name: 'init', ...inShared })],
      containers: [shell('exit 0')],
    },
    expected: {
      ...succeeds,
      containers: { init: { state: 'terminated Completed 0', restarts: 1 }, ...succeeds.containers },
    },
  },
  {
    name: 'inits-in-order',
    spec: {
      ...once(shell('read -r line </shared/file; [ "$line" = "one two" ]', inShared), shared),
      initContainers: [
        shell('printf one >/shared/file', { name: 'first', ...inShared }),
        shell('echo " two" >>/shared/file', { name: 'second', ...inShared }),
      ],
    },
    expected: succeeds,
  },
  {
    name: 'init-missing-image',
    spec: { initContainers: [forever({ name: 'init', image: IMAGES.missing })], containers: [forever()] },
    expected: {
      ...{ phase: 'Pending', events: ['Failed', 'BackOff'] },
      containers: { init: 'waiting ImagePullBackOff', main: 'waiting PodInitializing' },
    },
  },
  {
    name: 'init-missing-config',
    spec: {
      initContainers: [forever({ name: 'init', envFrom: [{ configMapRef: { name: 'absent' } }] })],
      containers: [forever()],
    },
    expected: {
      phase: 'Pending',
      containers: { init: 'waiting CreateContainerConfigError', main: 'waiting PodInitializing' },
    },
  },
];

const SIDECARS: readonly PodScenario[] = [
  {
    name: 'sidecar-beside-main',
    short: true,
    spec: { initContainers: [sidecar(forever({ name: 'proxy' }))], containers: [forever()] },
    expected: {
      ...{ phase: 'Running', conditions: READY },
      containers: { proxy: { state: 'running', ready: true, started: true }, main: { state: 'running', ready: true } },
    },
  },
  {
    name: 'sidecar-of-job',
    short: true,
    spec: {
      ...once(shell('exit 0')),
      initContainers: [sidecar(forever({ name: 'proxy', startupProbe: whenReady }))],
    },
    expected: {
      ...{ phase: 'Succeeded', events: ['Killing'], eventMessages: ['Stopping container proxy'] },
      containers: { proxy: 'terminated Completed 0', main: 'terminated Completed 0' },
    },
  },
  {
    name: 'sidecar-of-failed-job',
    spec: {
      ...once(shell('exit 6')),
      initContainers: [sidecar(forever({ name: 'proxy', startupProbe: whenReady }))],
    },
    expected: { phase: 'Failed', containers: { proxy: 'terminated Completed 0', main: 'terminated Error 6' } },
  },
  {
    name: 'sidecar-crashes',
    spec: {
      ...shared,
      initContainers: [
        sidecar(shell('while [ ! -e /shared/go ]; do sleep 0.05; done; exit 2', { name: 'proxy', ...inShared })),
      ],
      containers: [shell(`touch /shared/go; ${FOREVER}`, inShared)],
    },
    expected: {
      ...{ phase: 'Running', conditions: { ...UNREADY, Initialized: 'True' } },
      containers: { proxy: crashed('terminated Error 2'), main: 'running' },
    },
  },
  {
    name: 'sidecar-before-its-start',
    spec: {
      initContainers: [
        sidecar(
          forever({
            name: 'proxy',
            startupProbe: { exec: { command: ['cat', '/absent'] }, periodSeconds: 1, failureThreshold: 1000 },
          }),
        ),
      ],
      containers: [forever()],
    },
    expected: {
      ...{ phase: 'Pending', events: ['Unhealthy'] },
      containers: { proxy: { state: 'running', started: false }, main: 'waiting PodInitializing' },
      eventMessages: ['Startup probe failed: '],
    },
  },
];

const PROBES: readonly PodScenario[] = [
  {
    name: 'readiness-command',
    short: true,
    spec: always(forever({ readinessProbe: whenReady })),
    expected: { phase: 'Running', conditions: READY, containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-command-fails',
    spec: always(forever({ readinessProbe: { exec: { command: ['cat', '/absent'] }, ...soon } })),
    expected: {
      ...{ phase: 'Running', conditions: UNREADY, events: ['Unhealthy'], noEvents: ['Killing'] },
      containers: { main: { state: 'running', ready: false, started: true } },
      eventMessages: ['Readiness probe failed: cat: /absent: No such file or directory'],
    },
  },
  {
    name: 'readiness-command-times-out',
    spec: always(forever({ readinessProbe: { exec: { command: ['sleep', '600'] }, ...soon } })),
    expected: {
      ...{ phase: 'Running', containers: { main: { state: 'running', ready: false } } },
      eventMessages: ['Readiness probe failed: command timed out'],
    },
  },
  {
    name: 'readiness-http',
    short: true,
    spec: server(http(200), { readinessProbe: { httpGet: { port: 8080, path: '/ready' }, periodSeconds: 1 } }),
    expected: { phase: 'Running', conditions: READY, containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-http-named-port',
    spec: server(http(204), {
      ports: [{ name: 'web', containerPort: 8080 }],
      readinessProbe: { httpGet: { port: 'web' }, periodSeconds: 1 },
    }),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-http-fails',
    spec: server(http(500), { readinessProbe: { httpGet: { port: 8080 }, ...soon } }),
    expected: {
      ...{ phase: 'Running', containers: { main: { state: 'running', ready: false } } },
      eventMessages: ['Readiness probe failed: HTTP probe failed with statuscode: 500'],
    },
  },
  {
    name: 'readiness-tcp',
    spec: server(http(200), { readinessProbe: { tcpSocket: { port: 8080 }, periodSeconds: 1 } }),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'readiness-tcp-refused',
    spec: always(forever({ readinessProbe: { tcpSocket: { port: 9 }, ...soon } })),
    expected: {
      ...{ phase: 'Running', containers: { main: { state: 'running', ready: false } } },
      eventMessages: ['connection refused'],
    },
  },
  {
    name: 'readiness-grpc',
    spec: server(GRPC, { readinessProbe: { grpc: { port: 8080 }, periodSeconds: 1 } }),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true } } },
  },
  {
    name: 'liveness-command-fails',
    short: true,
    spec: always(
      forever({ startupProbe: whenReady, livenessProbe: { exec: { command: ['cat', '/absent'] }, ...soon } }),
    ),
    expected: {
      ...{ phase: 'Running', events: ['Unhealthy', 'Killing'] },
      containers: { main: { state: 'running', restarts: 1, last: 'terminated Completed 0' } },
      eventMessages: ['Liveness probe failed: ', 'Container main failed liveness probe, will be restarted'],
    },
  },
  {
    name: 'liveness-grace-of-probe',
    spec: {
      terminationGracePeriodSeconds: 600,
      containers: [
        shell('trap "" TERM; touch /tmp/ready; while :; do sleep 0.2; done', {
          startupProbe: whenReady,
          livenessProbe: { exec: { command: ['cat', '/absent'] }, ...soon, terminationGracePeriodSeconds: 1 },
        }),
      ],
    },
    expected: {
      ...{ phase: 'Running', events: ['Killing'] },
      containers: { main: { state: 'running', restarts: 1, last: 'terminated Error 137' } },
    },
  },
  {
    name: 'startup-then-ready',
    spec: always(forever({ startupProbe: whenReady, readinessProbe: whenReady })),
    expected: { phase: 'Running', containers: { main: { state: 'running', ready: true, started: true } } },
  },
  {
    name: 'startup-fails',
    spec: {
      ...always(forever({ startupProbe: { exec: { command: ['cat', '/absent'] }, ...soon } })),
      terminationGracePeriodSeconds: 1,
    },
    expected: {
      ...{ phase: 'Running', events: ['Unhealthy', 'Killing'] },
      containers: { main: { state: 'running', restarts: 1, started: false } },
      eventMessages: ['Container main failed startup probe, will be restarted'],
    },
  },
];

const HOOKS: readonly PodScenario[] = [
  {
    name: 'post-start',
    spec: once(
      shell('while [ ! -e /tmp/started ]; do sleep 0.05; done', {
        lifecycle: { postStart: { exec: { command: ['touch', '/tmp/started'] } } },
      }),
    ),
    expected: succeeds,
  },
  {
    name: 'post-start-fails',
    short: true,
    spec: always(forever({ lifecycle: { postStart: { exec: { command: ['sh', '-c', FAIL_WHEN_READY] } } } })),
    expected: {
      ...{ phase: 'Running', events: ['FailedPostStartHook', 'Killing', 'BackOff'] },
      containers: { main: crashed('terminated Completed 0') },
      eventMessages: ['PostStartHook failed'],
    },
  },
  {
    name: 'pre-stop',
    short: true,
    action: { delete: 30 },
    spec: always(
      forever({
        readinessProbe: whenReady,
        lifecycle: { preStop: { exec: { command: ['sh', '-c', 'echo stopping >/dev/termination-log'] } } },
      }),
    ),
    expected: {
      ...{ phase: 'Succeeded', events: ['Killing'], noEvents: ['FailedPreStopHook'] },
      containers: { main: { state: 'terminated Completed 0', message: 'stopping' } },
    },
  },
  {
    name: 'pre-stop-fails',
    action: { delete: 30 },
    spec: always(
      forever({ readinessProbe: whenReady, lifecycle: { preStop: { exec: { command: ['cat', '/absent'] } } } }),
    ),
    expected: {
      ...{ phase: 'Succeeded', events: ['FailedPreStopHook'], eventMessages: ['PreStopHook failed'] },
      containers: { main: 'terminated Completed 0' },
    },
  },
];

const DELETIONS: readonly PodScenario[] = [
  {
    name: 'deleted-ends-well',
    short: true,
    action: { delete: 30 },
    spec: always(forever({ readinessProbe: whenReady })),
    expected: {
      ...{ phase: 'Succeeded', conditions: COMPLETED, events: ['Killing'] },
      containers: { main: 'terminated Completed 0' },
      eventMessages: ['Stopping container main'],
    },
  },
  {
    name: 'deleted-ends-with-error',
    action: { delete: 30 },
    spec: always(
      shell('trap "exit 7" TERM; touch /tmp/ready; while :; do sleep 0.2; done', { readinessProbe: whenReady }),
    ),
    expected: { phase: 'Failed', conditions: COMPLETED, containers: { main: 'terminated Error 7' } },
  },
  {
    name: 'deleted-does-not-end',
    action: { delete: 1 },
    spec: always(shell('trap "" TERM; touch /tmp/ready; while :; do sleep 0.2; done', { readinessProbe: whenReady })),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 137' } },
  },
  {
    name: 'deleted-with-sidecar',
    action: { delete: 30 },
    spec: {
      initContainers: [sidecar(forever({ name: 'proxy', startupProbe: whenReady }))],
      containers: [forever({ readinessProbe: whenReady })],
    },
    expected: {
      ...{ phase: 'Succeeded', eventMessages: ['Stopping container main', 'Stopping container proxy'] },
      containers: { proxy: 'terminated Completed 0', main: 'terminated Completed 0' },
    },
  },
];

const key = (name: string, kind: 'configMapKeyRef' | 'secretKeyRef', object: string, optional = false) => ({
  env: [{ name: 'VALUE', valueFrom: { [kind]: { name: object, key: name, ...(optional && { optional }) } } }],
});
const field = (name: string, fieldPath: string) => ({ name, valueFrom: { fieldRef: { fieldPath } } });
const resource = (name: string, of: string) => ({ name, valueFrom: { resourceFieldRef: { resource: of } } });

const CONFIGURATION: readonly PodScenario[] = [
  {
    name: 'variable-of-missing-config-map',
    short: true,
    spec: always(forever(key('colour', 'configMapKeyRef', 'absent'))),
    expected: {
      ...{ phase: 'Pending', events: ['Pulled', 'Failed'], noEvents: ['Created'] },
      containers: { main: { state: 'waiting CreateContainerConfigError', message: 'configmap "absent" not found' } },
      eventMessages: ['Error: configmap "absent" not found'],
    },
  },
  {
    name: 'variable-of-missing-secret',
    spec: always(forever(key('password', 'secretKeyRef', 'absent'))),
    expected: {
      ...{ phase: 'Pending', eventMessages: ['Error: secret "absent" not found'] },
      containers: { main: 'waiting CreateContainerConfigError' },
    },
  },
  {
    name: 'variable-of-missing-key',
    spec: always(forever(key('absent', 'configMapKeyRef', SETTINGS.configMap))),
    expected: {
      phase: 'Pending',
      containers: {
        main: {
          state: 'waiting CreateContainerConfigError',
          message: "couldn't find key absent in ConfigMap default/settings",
        },
      },
    },
  },
  {
    name: 'variable-optional',
    spec: once(shell('[ -z "$VALUE" ]', key('colour', 'configMapKeyRef', 'absent', true))),
    expected: succeeds,
  },
  {
    name: 'variables-of-objects',
    short: true,
    spec: once(
      shell('[ "$MAP_colour $password $WORDS" = "red s3cret red-green" ]', {
        envFrom: [
          { prefix: 'MAP_', configMapRef: { name: SETTINGS.configMap } },
          { secretRef: { name: SETTINGS.secret } },
        ],
        env: [{ name: 'WORDS', value: '$(MAP_colour)-green' }],
      }),
    ),
    expected: succeeds,
  },
  {
    name: 'variables-of-pod',
    metadata: { labels: { tier: 'front' }, annotations: { note: 'a note' } },
    spec: once(
      shell(
        '[ "$NAME $NAMESPACE $TIER $NOTE $NODE" = "variables-of-pod default front a note machine" ] && [ -n "$ADDRESS$ID" ] && [ "$HOST" = 10.244.0.1 ]',
        {
          env: [
            field('NAME', 'metadata.name'),
            field('NAMESPACE', 'metadata.namespace'),
            field('TIER', "metadata.labels['tier']"),
            field('NOTE', "metadata.annotations['note']"),
            field('NODE', 'spec.nodeName'),
            field('ADDRESS', 'status.podIP'),
            field('ID', 'metadata.uid'),
            field('HOST', 'status.hostIP'),
          ],
        },
      ),
    ),
    expected: succeeds,
  },
  {
    name: 'variables-of-resources',
    spec: once(
      shell('[ "$CPU $MEMORY $ASKED" = "1 67108864 1" ]', {
        resources: { limits: { cpu: '500m', memory: '64Mi' }, requests: { cpu: '100m' } },
        env: [resource('CPU', 'limits.cpu'), resource('MEMORY', 'limits.memory'), resource('ASKED', 'requests.cpu')],
      }),
    ),
    expected: succeeds,
  },
  {
    name: 'arguments-with-variables',
    spec: once({
      ...shell('[ "$1" = "red one" ]'),
      command: ['sh', '-c', '[ "$1" = "red one" ]', 'sh'],
      args: ['$(COLOUR) one'],
      env: [{ name: 'COLOUR', value: 'red' }],
    }),
    expected: succeeds,
  },
  {
    name: 'host-name',
    spec: once(shell('[ "$(hostname) $(cat /etc/hostname) $HOSTNAME" = "chosen chosen chosen" ]'), {
      hostname: 'chosen',
    }),
    expected: succeeds,
  },
  {
    name: 'host-aliases',
    spec: once(
      shell(
        'while read -r ip one two; do [ "$ip $one $two" = "10.1.2.3 db cache" ] && exit 0; done </etc/hosts; exit 1',
      ),
      {
        hostAliases: [{ ip: '10.1.2.3', hostnames: ['db', 'cache'] }],
      },
    ),
    expected: succeeds,
  },
  {
    name: 'host-network',
    spec: { ...always(forever()), hostNetwork: true },
    expected: { phase: 'Running', containers: { main: 'running' } },
  },
];

const PROGRAMS: readonly PodScenario[] = [
  {
    name: 'image-missing',
    short: true,
    spec: always(forever({ image: IMAGES.missing })),
    expected: {
      ...{ phase: 'Pending', events: ['Pulling', 'Failed', 'BackOff'], noEvents: ['Pulled', 'Created'] },
      containers: {
        main: { state: 'waiting ImagePullBackOff', message: 'Back-off pulling image "missing:1": ErrImagePull: ' },
      },
      eventMessages: [
        'Pulling image "missing:1"',
        'Failed to pull image "missing:1": ',
        'Error: ErrImagePull',
        'Error: ImagePullBackOff',
      ],
    },
  },
  {
    name: 'image-first-error',
    spec: always(forever({ image: IMAGES.missing })),
    expected: { phase: 'Pending', conditions: UNREADY, containers: { main: 'waiting ErrImagePull' } },
  },
  {
    name: 'image-never-pulled',
    spec: always(forever({ image: IMAGES.missing, imagePullPolicy: 'Never' })),
    expected: {
      ...{ phase: 'Pending', events: ['ErrImageNeverPull', 'Failed'], noEvents: ['Pulling'] },
      containers: {
        main: {
          state: 'waiting ErrImageNeverPull',
          message: 'Container image "missing:1" is not present with pull policy of Never',
        },
      },
    },
  },
  {
    name: 'image-invalid-name',
    spec: always(forever({ image: 'Not//Valid' })),
    expected: {
      ...{ phase: 'Pending', events: ['InspectFailed', 'Failed'], eventMessages: ['Error: InvalidImageName'] },
      containers: { main: 'waiting InvalidImageName' },
    },
  },
  {
    name: 'image-pulled',
    short: true,
    spec: once(shell('exit 0', { image: IMAGES.remote })),
    expected: {
      ...{ ...succeeds, events: ['Pulling', 'Pulled'] },
      eventMessages: [
        'Pulling image "registry.local/remote:1"',
        'Successfully pulled image "registry.local/remote:1" in ',
      ],
    },
  },
  {
    name: 'image-of-unreachable-registry',
    spec: once(shell('exit 0', { imagePullPolicy: 'Always' })),
    expected: succeeds,
  },
  {
    name: 'program-missing',
    short: true,
    spec: once(shell('', { command: ['nothing'] })),
    expected: {
      ...{ phase: 'Failed', events: ['Failed'], noEvents: ['Started'] },
      containers: {
        main: { state: 'terminated StartError 128', message: 'exec: "nothing": executable file not found in $PATH' },
      },
    },
  },
  {
    name: 'program-missing-always',
    spec: always(shell('', { command: ['nothing'] })),
    expected: {
      phase: 'Running',
      events: ['Failed', 'BackOff'],
      containers: { main: crashed('terminated StartError 128') },
    },
  },
  {
    name: 'program-first-error',
    spec: always(shell('', { command: ['/no/such'] })),
    expected: {
      phase: 'Running',
      containers: {
        main: { state: 'waiting RunContainerError', message: 'stat /no/such: no such file or directory' },
      },
    },
  },
  {
    name: 'program-is-directory',
    spec: once(shell('', { command: ['/etc'] })),
    expected: {
      phase: 'Failed',
      containers: { main: { state: 'terminated StartError 128', message: 'permission denied' } },
    },
  },
  {
    name: 'user-unknown',
    spec: always(forever({ image: IMAGES.unknownUser })),
    expected: {
      ...{ phase: 'Pending', events: ['Failed'] },
      containers: { main: { state: 'waiting CreateContainerError', message: 'unable to find user nobody-here' } },
    },
  },
  {
    name: 'user-must-not-be-root',
    spec: always(forever({ securityContext: { runAsNonRoot: true } })),
    expected: {
      phase: 'Pending',
      containers: {
        main: {
          state: 'waiting CreateContainerConfigError',
          message: 'container has runAsNonRoot and image will run as root',
        },
      },
    },
  },
  {
    name: 'user-by-number',
    spec: once(shell('[ "$(id -u):$(id -g)" = 1234:5678 ]'), {
      securityContext: { runAsUser: 1234, runAsGroup: 5678 },
    }),
    expected: succeeds,
  },
  {
    name: 'privileged',
    spec: always(forever({ securityContext: { privileged: true } })),
    expected: {
      ...{ phase: 'Pending', events: ['Failed'] },
      containers: {
        main: { state: 'waiting CreateContainerError', message: 'privileged containers are not supported' },
      },
    },
  },
  {
    name: 'read-only-root',
    spec: once(
      shell('(: >/tmp/file) 2>/dev/null && exit 0; exit 42', { securityContext: { readOnlyRootFilesystem: true } }),
    ),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 42' } },
  },
  {
    name: 'working-directory',
    spec: once(shell('[ "$(pwd)" = /made/here ]', { workingDir: '/made/here' })),
    expected: succeeds,
  },
  {
    name: 'deadline',
    short: true,
    spec: { ...always(forever()), activeDeadlineSeconds: 1, terminationGracePeriodSeconds: 1 },
    expected: {
      ...{ phase: 'Failed', reason: 'DeadlineExceeded', events: ['DeadlineExceeded'] },
      message: 'Pod was active on the node longer than the specified deadline',
      // How far it comes within the deadline depends on the machine.
      containers: {},
    },
  },
  {
    name: 'deadline-in-init',
    spec: {
      ...{ initContainers: [forever({ name: 'init' })], containers: [forever()] },
      ...{ activeDeadlineSeconds: 1, terminationGracePeriodSeconds: 1 },
    },
    expected: {
      ...{ phase: 'Failed', reason: 'DeadlineExceeded' },
      containers: { main: 'terminated ContainerStatusUnknown 137' },
    },
  },
  {
    name: 'debugged',
    action: { debug: shell('exit 0', { name: 'debugger' }) },
    spec: always(forever()),
    expected: { phase: 'Running', containers: { main: 'running', debugger: 'terminated Completed 0' } },
  },
];

type Volume = NonNullable<PodSpec['volumes']>[number];
const withVolume = (volume: Omit<Volume, 'name'>, script: string, mount: object = {}): Partial<PodSpec> =>
  once(shell(script, { volumeMounts: [{ name: 'data', mountPath: '/data', ...mount }] }), {
    volumes: [{ name: 'data', ...volume }],
  });
const unmounted = (message: string): ExpectedPod => ({
  ...{ phase: 'Pending', containers: creating, events: ['FailedMount'], noEvents: ['Created'] },
  eventMessages: [message],
});
const { configMap, secret } = SETTINGS;

const VOLUMES: readonly PodScenario[] = [
  {
    name: 'empty-dir-shared',
    spec: {
      ...once(shell(''), shared),
      containers: [
        shell('echo hello >/shared/file', { name: 'writer', ...inShared }),
        shell('while [ ! -s /shared/file ]; do sleep 0.05; done', inShared),
      ],
    },
    expected: { phase: 'Succeeded', containers: { main: 'terminated Completed 0', writer: 'terminated Completed 0' } },
  },
  {
    name: 'empty-dir-in-memory',
    short: true,
    spec: withVolume(
      { emptyDir: { medium: 'Memory', sizeLimit: '64Ki' } },
      'while read -r type path _; do [ "$type $path" = "tmpfs /data" ] && found=1; done </proc/mounts; head -c 200000 /dev/zero >/data/file && exit 1; [ "$found" ]',
    ),
    expected: succeeds,
  },
  {
    name: 'empty-dir-over-limit',
    spec: {
      ...withVolume({ emptyDir: { sizeLimit: '64Ki' } }, `head -c 200000 /dev/zero >/data/file; ${FOREVER}`),
      restartPolicy: 'Always',
    },
    expected: {
      ...{ phase: 'Failed', reason: 'Evicted', events: ['Evicted', 'Killing'] },
      message: 'Usage of EmptyDir volume "data" exceeds the limit "64Ki". ',
      conditions: { DisruptionTarget: 'True TerminationByKubelet' },
      containers: { main: 'terminated Completed 0' },
    },
  },
  {
    name: 'config-map-volume',
    short: true,
    spec: withVolume(
      { configMap: { name: configMap, items: [{ key: 'colour', path: 'deep/colour', mode: 0o400 }] } },
      '[ "$(cat /data/deep/colour)" = red ] && ! (: >/data/new) 2>/dev/null',
    ),
    expected: succeeds,
  },
  {
    name: 'config-map-volume-missing',
    short: true,
    spec: withVolume({ configMap: { name: 'absent' } }, 'exit 0'),
    expected: unmounted('MountVolume.SetUp failed for volume "data" : configmap "absent" not found'),
  },
  {
    name: 'config-map-key-missing',
    spec: withVolume({ configMap: { name: configMap, items: [{ key: 'absent', path: 'a' }] } }, 'exit 0'),
    expected: unmounted('configmap references non-existent config key: absent'),
  },
  {
    name: 'config-map-volume-optional',
    spec: withVolume({ configMap: { name: 'absent', optional: true } }, '[ -d /data ]'),
    expected: succeeds,
  },
  {
    name: 'secret-volume',
    spec: withVolume({ secret: { secretName: secret } }, '[ "$(cat /data/password)" = s3cret ]'),
    expected: succeeds,
  },
  {
    name: 'secret-volume-missing',
    spec: withVolume({ secret: { secretName: 'absent' } }, 'exit 0'),
    expected: unmounted('MountVolume.SetUp failed for volume "data" : secret "absent" not found'),
  },
  {
    name: 'projected-volume',
    metadata: { labels: { tier: 'front' } },
    spec: withVolume(
      {
        projected: {
          sources: [
            { configMap: { name: configMap } },
            { secret: { name: secret, items: [{ key: 'password', path: 'deep/password' }] } },
            {
              downwardAPI: {
                items: [{ path: 'labels', fieldRef: { fieldPath: 'metadata.labels' } }],
              },
            },
            { serviceAccountToken: { path: 'token', audience: 'vault' } },
          ],
        },
      },
      '[ "$(cat /data/colour) $(cat /data/deep/password) $(cat /data/labels)" = "red s3cret tier=\\"front\\"" ] && [ -s /data/token ]',
    ),
    expected: succeeds,
  },
  {
    name: 'downward-volume',
    metadata: { annotations: { note: 'a note' } },
    spec: withVolume(
      {
        downwardAPI: {
          items: [
            { path: 'name', fieldRef: { fieldPath: 'metadata.name' } },
            { path: 'note', fieldRef: { fieldPath: "metadata.annotations['note']" } },
            { path: 'cpu', resourceFieldRef: { containerName: 'main', resource: 'requests.cpu' } },
          ],
        },
      },
      '[ "$(cat /data/name) $(cat /data/note)" = "downward-volume a note" ] && [ -e /data/cpu ]',
    ),
    expected: succeeds,
  },
  {
    name: 'service-account',
    spec: once(
      shell('cd /var/run/secrets/kubernetes.io/serviceaccount && [ "$(cat namespace)" = default ] && [ -s token ]'),
    ),
    expected: succeeds,
  },
  {
    name: 'sub-path',
    spec: withVolume({ configMap: { name: configMap } }, '[ "$(cat /etc/colour.conf)" = red ]', {
      mountPath: '/etc/colour.conf',
      subPath: 'colour',
    }),
    expected: succeeds,
  },
  {
    name: 'sub-path-with-variable',
    spec: {
      ...once(
        shell('echo x >/data/file; [ "$(cat /all/sub-path-with-variable/file)" = x ]', {
          env: [field('NAME', 'metadata.name')],
          volumeMounts: [
            { name: 'shared', mountPath: '/data', subPathExpr: '$(NAME)' },
            { name: 'shared', mountPath: '/all' },
          ],
        }),
        shared,
      ),
    },
    expected: succeeds,
  },
  {
    name: 'read-only-mount',
    spec: withVolume({ emptyDir: {} }, '(: >/data/file) 2>/dev/null && exit 0; exit 42', { readOnly: true }),
    expected: { phase: 'Failed', containers: { main: 'terminated Error 42' } },
  },
  {
    name: 'host-path-file',
    spec: withVolume({ hostPath: { path: process.execPath, type: 'File' } }, '[ -s /data ]'),
    expected: succeeds,
  },
  {
    name: 'host-path-of-other-type',
    short: true,
    spec: withVolume({ hostPath: { path: process.execPath, type: 'Directory' } }, 'exit 0'),
    expected: unmounted(`hostPath type check failed: ${process.execPath} is not a directory`),
  },
  {
    name: 'host-path-missing',
    spec: withVolume({ hostPath: { path: '/no/such/directory', type: 'Directory' } }, 'exit 0'),
    expected: unmounted('hostPath type check failed: /no/such/directory is not a directory'),
  },
  {
    name: 'volume-of-unknown-type',
    spec: withVolume({ nfs: { server: 'nfs.local', path: '/' } }, 'exit 0'),
    expected: unmounted('type nfs is not supported on this node'),
  },
  {
    name: 'mount-at-protected-path',
    spec: withVolume({ emptyDir: {} }, 'exit 0', { mountPath: '/proc/sys' }),
    expected: {
      ...{ phase: 'Pending', events: ['Failed'] },
      containers: { main: { state: 'waiting CreateContainerError', message: 'this path cannot be replaced' } },
    },
  },
  {
    name: 'groups-of-volumes',
    spec: { ...withVolume({ emptyDir: {} }, ': >/data/file'), securityContext: { fsGroup: 2000 } },
    expected: succeeds,
  },
];

export const POD_SCENARIOS: readonly PodScenario[] = [
  ...[...ENDS, ...MESSAGES, ...INITS, ...SIDECARS, ...PROBES, ...HOOKS],
  ...[...DELETIONS, ...CONFIGURATION, ...PROGRAMS, ...VOLUMES],
];

import {
  always,
  COMPLETED,
  crashed,
  FAIL_WHEN_READY,
  forever,
  inShared,
  once,
  type PodScenario,
  READY,
  refused,
  SECOND_TIME,
  STARTED,
  shared,
  shell,
  sidecar,
  succeeds,
  UNREADY,
  whenReady,
} from './scenario.ts';

export const ENDS: readonly PodScenario[] = [
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
    needs: 'resources',
    spec: once(
      shell('x=$(head -c 200000000 /dev/zero | tr "\\0" x); exit 0', {
        resources: { limits: { memory: '24Mi' } },
      }),
    ),
    expected: { phase: 'Failed', containers: { main: 'terminated OOMKilled 137' } },
  },
];

export const MESSAGES: readonly PodScenario[] = [
  {
    name: 'restart-policy-of-container',
    spec: once(shell('exit 0', { restartPolicy: 'OnFailure' })),
    expected: refused('restartPolicy of a container is not supported by this node'),
  },
  {
    name: 'message-of-other-user',
    short: true,
    spec: once(shell('echo goodbye >/tmp/own; exit 4', { terminationMessagePath: '/tmp/own' }), {
      securityContext: { runAsUser: 1000 },
    }),
    expected: { phase: 'Failed', containers: { main: { state: 'terminated Error 4', message: 'goodbye' } } },
  },
  {
    name: 'message-of-container-before-its-log',
    spec: once(
      shell('echo from log; echo from file >/dev/termination-log; exit 4', {
        terminationMessagePolicy: 'FallbackToLogsOnError',
      }),
    ),
    expected: { phase: 'Failed', containers: { main: { state: 'terminated Error 4', message: 'from file' } } },
  },
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

export const HOOKS: readonly PodScenario[] = [
  {
    name: 'hooks-that-sleep',
    short: true,
    action: { delete: 30 },
    spec: always(
      forever({
        readinessProbe: whenReady,
        lifecycle: { postStart: { sleep: { seconds: 1 } }, preStop: { sleep: { seconds: 1 } } },
      }),
    ),
    expected: {
      ...{ phase: 'Succeeded', noEvents: ['FailedPreStopHook', 'FailedPostStartHook'] },
      containers: { main: 'terminated Completed 0' },
    },
  },
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

export const DELETIONS: readonly PodScenario[] = [
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
    name: 'deleted-with-its-stop-signal',
    short: true,
    action: { delete: 30 },
    spec: {
      ...always(
        shell('trap "exit 9" USR1; touch /tmp/ready; while :; do sleep 0.2; done', {
          readinessProbe: whenReady,
          lifecycle: { stopSignal: 'SIGUSR1' },
        }),
      ),
      os: { name: 'linux' },
    },
    expected: { phase: 'Failed', containers: { main: 'terminated Error 9' } },
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

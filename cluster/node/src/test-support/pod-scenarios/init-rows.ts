import {
  crashed,
  FOREVER,
  forever,
  IMAGES,
  inShared,
  once,
  type PodScenario,
  READY,
  SECOND_TIME,
  shared,
  shell,
  sidecar,
  succeeds,
  UNREADY,
  whenReady,
} from './scenario.ts';

export const INITS: readonly PodScenario[] = [
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

export const SIDECARS: readonly PodScenario[] = [
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

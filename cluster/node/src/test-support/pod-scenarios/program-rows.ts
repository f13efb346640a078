import { always, crashed, forever, IMAGES, once, type PodScenario, shell, succeeds, UNREADY } from './scenario.ts';

export const PROGRAMS: readonly PodScenario[] = [
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
    name: 'windows',
    spec: { ...always(forever()), os: { name: 'windows' } },
    expected: {
      ...{ phase: 'Failed', reason: 'PodOSNotSupported', events: ['PodOSNotSupported'] },
      message: "Pod was rejected: Failed to admit pod as the OS field doesn't match node OS",
      containers: {},
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

import { describeKubectl, fails, input, type Step, warns } from '../test-support/kubectl-suite.ts';
import { pod } from '../test-support/test-api.ts';

const PRIVILEGED = pod('bad', {
  containers: [{ name: 'c', image: 'registry.test/app:1', securityContext: { privileged: true } }],
});
const FINDING = 'privileged (container "c" must not set securityContext.privileged=true)';

const WARNED: readonly Step[] = [
  ['kubectl label namespace warned pod-security.kubernetes.io/warn=baseline', 'namespace/warned labeled'],
  [
    'kubectl create -f -',
    input(PRIVILEGED),
    'pod/bad created',
    warns(`Warning: would violate PodSecurity "baseline:latest": ${FINDING}`),
  ],
  [
    'kubectl label namespace warned pod-security.kubernetes.io/enforce=baseline',
    'namespace/warned labeled',
    warns('Warning: existing pods in namespace "warned" violate the new PodSecurity enforce level "baseline:latest"'),
  ],
];

const REJECTED: readonly Step[] = [
  ['kubectl label namespace rejected pod-security.kubernetes.io/enforce=baseline', 'namespace/rejected labeled'],
  [
    'kubectl create -f -',
    input(PRIVILEGED),
    fails(`pods "bad" is forbidden: violates PodSecurity "baseline:latest": ${FINDING}`),
  ],
  [
    'kubectl label --overwrite namespace rejected pod-security.kubernetes.io/enforce=strict',
    fails('Invalid value: "strict": must be one of privileged, baseline, restricted'),
  ],
];

describeKubectl('pod security', { warned: WARNED, rejected: REJECTED });

import type { SecurityContext } from '@kubemin/kubeapi/types/core.v1';
import { always, forever, once, type PodScenario, refused, rejected, shell, statusLine, succeeds } from './scenario.ts';

const unsupported = (setting: string) => refused(`${setting} is not supported by the container runtime`);
const withRights = (script: string, securityContext: SecurityContext) => once(shell(script, { securityContext }));
const sysctls = (...pairs: readonly (readonly [string, string])[]) => ({
  securityContext: { sysctls: pairs.map(([name, value]) => ({ name, value })) },
});
const OTHER_PROCESS =
  'for each in /proc/[0-9]*; do read -r line <$each/comm && [ "$line" = sleep ] && exit 0; done; exit 1';

/** What containers may do, and whose processes they see. */
export const SECURITY: readonly PodScenario[] = [
  {
    name: 'capabilities-usual',
    spec: once(shell(statusLine('CapBnd', '00000000a80425fb'))),
    expected: succeeds,
  },
  {
    name: 'capabilities-added',
    short: true,
    needs: 'capabilities',
    spec: withRights(statusLine('CapBnd', '00000000aa0435fb'), {
      capabilities: { add: ['NET_ADMIN', 'CAP_SYS_TIME'] },
    }),
    expected: succeeds,
    without: unsupported('capabilities.add'),
  },
  {
    name: 'capabilities-that-are-there-anyway',
    spec: withRights('exit 0', { capabilities: { add: ['NET_BIND_SERVICE'] } }),
    expected: succeeds,
  },
  {
    name: 'capabilities-dropped',
    short: true,
    spec: withRights(statusLine('CapBnd', '0000000000000000'), { capabilities: { drop: ['ALL'] } }),
    expected: succeeds,
  },
  {
    name: 'capabilities-dropped-but-one',
    spec: withRights(statusLine('CapBnd', '0000000000000400'), {
      capabilities: { drop: ['ALL'], add: ['NET_BIND_SERVICE'] },
    }),
    expected: succeeds,
  },
  {
    name: 'capability-unknown',
    spec: withRights('exit 0', { capabilities: { drop: ['NO_SUCH_RIGHT'] } }),
    expected: refused('unknown capability "CAP_NO_SUCH_RIGHT"'),
  },
  {
    name: 'capability-is-enforced',
    spec: withRights('! chown 1000 /tmp 2>/dev/null', { capabilities: { drop: ['CHOWN'] } }),
    expected: succeeds,
  },
  {
    name: 'no-privilege-escalation',
    short: true,
    spec: withRights(statusLine('NoNewPrivs', '1'), { allowPrivilegeEscalation: false }),
    expected: succeeds,
  },
  {
    name: 'privileged',
    needs: 'privileged',
    spec: withRights(statusLine('Seccomp', '0'), { privileged: true }),
    expected: succeeds,
    without: unsupported('privileged'),
  },
  {
    name: 'not-privileged',
    spec: withRights('! (echo x >/proc/sys/kernel/core_pattern) 2>/dev/null', { privileged: false }),
    expected: succeeds,
  },
  {
    name: 'seccomp-of-runtime',
    short: true,
    needs: 'seccomp',
    spec: withRights(statusLine('Seccomp', '2'), { seccompProfile: { type: 'RuntimeDefault' } }),
    expected: succeeds,
    without: { phase: 'Failed', containers: { main: 'terminated Error 1' }, events: ['SeccompNotApplied'] },
  },
  {
    name: 'seccomp-of-pod',
    needs: 'seccomp',
    spec: once(shell(statusLine('Seccomp', '2')), { securityContext: { seccompProfile: { type: 'RuntimeDefault' } } }),
    expected: succeeds,
  },
  {
    name: 'seccomp-unconfined',
    spec: withRights(statusLine('Seccomp', '0'), { seccompProfile: { type: 'Unconfined' } }),
    expected: succeeds,
  },
  {
    name: 'seccomp-from-file',
    short: true,
    needs: 'seccomp',
    spec: withRights('! mkdir /tmp/made 2>/dev/null', {
      seccompProfile: { type: 'Localhost', localhostProfile: 'no-mkdir.json' },
    }),
    expected: succeeds,
    without: unsupported('seccompProfile Localhost'),
  },
  {
    name: 'seccomp-file-missing',
    needs: 'seccomp',
    spec: withRights('exit 0', { seccompProfile: { type: 'Localhost', localhostProfile: 'absent.json' } }),
    expected: refused('absent.json'),
  },
  {
    name: 'app-armor',
    short: true,
    needs: 'appArmor',
    spec: withRights('exit 0', { appArmorProfile: { type: 'RuntimeDefault' } }),
    expected: succeeds,
    without: rejected('AppArmor', 'Cannot enforce AppArmor: AppArmor is not enabled on the host'),
  },
  {
    name: 'app-armor-unconfined',
    spec: withRights('exit 0', { appArmorProfile: { type: 'Unconfined' } }),
    expected: succeeds,
  },
  {
    name: 'se-linux',
    needs: 'seLinux',
    spec: withRights('exit 0', { seLinuxOptions: { level: 's0:c1,c2' } }),
    expected: succeeds,
    without: unsupported('seLinuxOptions'),
  },
  {
    name: 'proc-unmasked',
    short: true,
    needs: 'procMount',
    spec: withRights('while read -r _ path _; do case $path in /proc/*) exit 1;; esac; done </proc/mounts', {
      procMount: 'Unmasked',
    }),
    expected: succeeds,
    without: unsupported('procMount: Unmasked'),
  },
  {
    name: 'proc-masked',
    spec: once(shell('[ ! -s /proc/timer_list ] && ! (echo 0 >/proc/sys/net/ipv4/ip_forward) 2>/dev/null')),
    expected: succeeds,
  },
  {
    name: 'users-of-its-own',
    needs: 'userNamespaces',
    spec: { ...once(shell('read -r inside outside _ </proc/self/uid_map; [ "$outside" != 0 ]')), hostUsers: false },
    expected: succeeds,
    without: unsupported('hostUsers: false'),
  },
  {
    name: 'sysctls',
    short: true,
    needs: 'sysctls',
    spec: once(
      shell('[ "$(cat /proc/sys/net/ipv4/tcp_fin_timeout) $(cat /proc/sys/kernel/shm_rmid_forced)" = "21 1" ]'),
      sysctls(['net.ipv4.tcp_fin_timeout', '21'], ['kernel.shm_rmid_forced', '1']),
    ),
    expected: succeeds,
    without: unsupported('sysctls'),
  },
  {
    name: 'sysctl-that-is-not-safe',
    short: true,
    spec: once(shell('exit 0'), sysctls(['kernel.shmmax', '65536'])),
    expected: rejected('SysctlForbidden', 'forbidden sysctl: "kernel.shmmax" not allowlisted'),
  },
  {
    name: 'sysctl-of-the-machine',
    spec: once(shell('exit 0'), sysctls(['vm.swappiness', '1'])),
    expected: rejected('SysctlForbidden', 'forbidden sysctl: "vm.swappiness" not allowlisted'),
  },
  {
    name: 'sysctl-with-the-network-of-the-node',
    spec: once(shell('exit 0'), { ...sysctls(['net.ipv4.tcp_fin_timeout', '21']), hostNetwork: true }),
    expected: rejected(
      'SysctlForbidden',
      'forbidden sysctl: "net.ipv4.tcp_fin_timeout" not allowed with host net enabled',
    ),
  },
  {
    name: 'processes-of-the-node',
    needs: 'hostPID',
    spec: { ...once(shell('[ $$$$ != 1 ]')), hostPID: true },
    expected: succeeds,
    without: unsupported('hostPID'),
  },
  {
    name: 'ipc-of-the-node',
    needs: 'hostIPC',
    spec: { ...once(shell('exit 0')), hostIPC: true },
    expected: succeeds,
    without: unsupported('hostIPC'),
  },
  {
    name: 'processes-shared',
    short: true,
    needs: 'shareProcessNamespace',
    spec: {
      ...once(shell('')),
      containers: [shell('sleep 600', { name: 'other' }), shell(`[ $$$$ != 1 ] && sleep 1 && ${OTHER_PROCESS}`)],
      shareProcessNamespace: true,
    },
    expected: { phase: 'Running', containers: { main: 'terminated Completed 0', other: 'running' } },
    without: unsupported('shareProcessNamespace'),
  },
  {
    name: 'processes-not-shared',
    spec: {
      ...once(shell('')),
      containers: [shell('sleep 600', { name: 'other' }), shell(`[ $$$$ = 1 ] || exit 2; ${OTHER_PROCESS}`)],
    },
    expected: { phase: 'Running', containers: { main: 'terminated Error 1', other: 'running' } },
  },
  {
    name: 'processes-shared-and-ended',
    needs: 'shareProcessNamespace',
    spec: { ...once(shell('sleep 600 & exit 3')), shareProcessNamespace: true },
    expected: { phase: 'Failed', containers: { main: 'terminated Error 3' } },
  },
  {
    name: 'debugged-with-target',
    short: true,
    needs: 'shareProcessNamespace',
    action: { debug: { ...shell(OTHER_PROCESS, { name: 'debugger' }), targetContainerName: 'main' } },
    spec: always(shell('sleep 600; true')),
    expected: { phase: 'Running', containers: { main: 'running', debugger: 'terminated Completed 0' } },
    without: {
      ...{ phase: 'Running', eventMessages: ['targetContainerName is not supported by the container runtime'] },
      containers: { main: 'running', debugger: 'waiting CreateContainerError' },
    },
  },
  {
    name: 'debugged-without-target',
    action: { debug: shell(OTHER_PROCESS, { name: 'debugger' }) },
    spec: always(shell('sleep 600; true')),
    expected: { phase: 'Running', containers: { main: 'running', debugger: 'terminated Error 1' } },
  },
  {
    name: 'user-of-pod',
    spec: once(shell('[ "$(id -u):$(id -g)" = 1234:0 ]'), { securityContext: { runAsUser: 1234 } }),
    expected: succeeds,
  },
  {
    name: 'user-of-container',
    spec: once(shell('[ "$(id -u):$(id -g)" = 4321:7 ]', { securityContext: { runAsUser: 4321, runAsGroup: 7 } }), {
      securityContext: { runAsUser: 1234, runAsGroup: 5678 },
    }),
    expected: succeeds,
  },
  {
    name: 'user-must-not-be-root-and-is-not',
    spec: once(shell('[ "$(id -u)" = 65534 ]'), { securityContext: { runAsNonRoot: true, runAsUser: 65534 } }),
    expected: succeeds,
  },
  {
    name: 'groups-of-pod',
    needs: 'capabilities',
    spec: once(shell('[ "$(id -G)" = "0 2000 3000" ]'), {
      securityContext: { supplementalGroups: [2000], fsGroup: 3000 },
    }),
    expected: succeeds,
    without: { phase: 'Failed', containers: { main: 'terminated Error 1' }, events: ['GroupsNotApplied'] },
  },
  {
    name: 'groups-of-image',
    short: true,
    needs: 'capabilities',
    spec: once(shell('[ "$(id -G)" = "1500 1600 2000" ]'), {
      securityContext: { runAsUser: 1500, supplementalGroups: [2000], supplementalGroupsPolicy: 'Merge' },
    }),
    expected: succeeds,
  },
  {
    name: 'groups-of-image-left-out',
    needs: 'capabilities',
    spec: once(shell('[ "$(id -G)" = "1500 2000" ]'), {
      securityContext: { runAsUser: 1500, supplementalGroups: [2000], supplementalGroupsPolicy: 'Strict' },
    }),
    expected: succeeds,
  },
  {
    name: 'root-writable',
    spec: withRights(': >/tmp/file', { readOnlyRootFilesystem: false }),
    expected: succeeds,
  },
  {
    name: 'root-read-only-but-volumes',
    spec: once(
      shell('! (: >/tmp/file) 2>/dev/null && : >/data/file && : >/dev/shm/file', {
        securityContext: { readOnlyRootFilesystem: true },
        volumeMounts: [{ name: 'data', mountPath: '/data' }],
      }),
      { volumes: [{ name: 'data', emptyDir: {} }] },
    ),
    expected: succeeds,
  },
  {
    name: 'restricted',
    short: true,
    spec: once(
      shell('[ "$(id -u)" = 1000 ]', {
        securityContext: { allowPrivilegeEscalation: false, capabilities: { drop: ['ALL'] } },
      }),
      { securityContext: { runAsNonRoot: true, runAsUser: 1000, seccompProfile: { type: 'RuntimeDefault' } } },
    ),
    expected: succeeds,
  },
  {
    name: 'resource-claims',
    // Without the scheduler, which waits for the claim.
    spec: { ...always(forever()), nodeName: 'machine', resourceClaims: [{ name: 'gpu', resourceClaimName: 'gpu' }] },
    expected: {
      ...{ phase: 'Pending', containers: { main: 'waiting ContainerCreating' } },
      ...{
        events: ['FailedPrepareDynamicResources'],
        eventMessages: ['resourceClaims are not supported by this node'],
      },
    },
  },
];

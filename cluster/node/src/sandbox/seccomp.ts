import { readFileSync } from 'node:fs';
import { isRecord, toError } from '@kubemin/base';
import { verbatim } from '@kubemin/base/message';
import { runtimeMessages } from '../messages/index.ts';
import { type ContainerRights, RuntimeError } from '../runtime/index.ts';

/** System calls that reach parts of the kernel which no application needs: those that other runtimes do not allow. */
const DENIED_CALLS = [
  ...['add_key', 'clock_adjtime', 'create_module', 'get_kernel_syms', 'io_uring_enter', 'io_uring_register'],
  ...['io_uring_setup', 'kexec_file_load', 'kexec_load', 'keyctl', 'nfsservctl', 'pivot_root', 'query_module'],
  ...['request_key', 'swapoff', 'swapon', '_sysctl', 'sysfs', 'uselib', 'userfaultfd', 'ustat', 'vm86', 'vm86old'],
];

/** Those that a capability is of no use without. */
const CALLS_BY_CAPABILITY: Readonly<Record<string, readonly string[]>> = {
  BPF: ['bpf'],
  DAC_READ_SEARCH: ['open_by_handle_at'],
  PERFMON: ['perf_event_open'],
  SYS_ADMIN: [
    ...['bpf', 'fsconfig', 'fsmount', 'fsopen', 'fspick', 'lookup_dcookie', 'mount', 'mount_setattr', 'move_mount'],
    ...['open_tree', 'perf_event_open', 'quotactl', 'quotactl_fd', 'setns', 'umount', 'umount2', 'unshare'],
  ],
  SYS_BOOT: ['reboot'],
  SYS_MODULE: ['delete_module', 'finit_module', 'init_module'],
  SYS_PACCT: ['acct'],
  SYS_RAWIO: ['ioperm', 'iopl'],
  SYS_TIME: ['clock_settime', 'settimeofday', 'stime'],
};

const EPERM = 1;
const ENOSYS = 38;
const CLONE_NEWUSER = 0x10000000;
/** Of a profile, in the form that the Open Container Initiative gives it. */
const PROFILE_KEYS = ['defaultAction', 'defaultErrnoRet', 'architectures', 'flags', 'syscalls'];

/** The `linux.seccomp` of a container with these capabilities; undefined for no filter. */
export function seccompRules(rights: ContainerRights = {}, capabilities: readonly string[]): object | undefined {
  const { seccomp = 'default' } = rights;
  if (seccomp === 'unconfined') return undefined;
  return seccomp === 'default' ? defaultRules(capabilities) : readProfile(seccomp.file);
}

/** `clone3` has its flags in memory, where they cannot be looked at: programs use `clone` when it does not exist. */
function defaultRules(capabilities: readonly string[]): object {
  const allowed = new Set(capabilities.flatMap((name) => CALLS_BY_CAPABILITY[name] ?? []));
  const denied = [...DENIED_CALLS, ...Object.values(CALLS_BY_CAPABILITY).flat()].filter((name) => !allowed.has(name));
  const cloneRules = [
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
    {
      ...{ names: ['clone'], action: 'SCMP_ACT_ERRNO', errnoRet: EPERM },
      args: [{ index: 0, value: CLONE_NEWUSER, valueTwo: CLONE_NEWUSER, op: 'SCMP_CMP_MASKED_EQ' }],
    },
  ];
  return {
    defaultAction: 'SCMP_ACT_ALLOW',
    syscalls: [
      { names: [...new Set(denied)], action: 'SCMP_ACT_ERRNO', errnoRet: EPERM },
      ...(capabilities.includes('SYS_ADMIN') ? [] : cloneRules),
    ],
  };
}

function readProfile(file: string): object {
  try {
    const profile: unknown = JSON.parse(readFileSync(file, 'utf8'));
    if (!isRecord(profile) || typeof profile.defaultAction !== 'string') {
      throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.noDefaultAction);
    }
    return Object.fromEntries(Object.entries(profile).filter(([key]) => PROFILE_KEYS.includes(key)));
  } catch (error) {
    const reason = verbatim(toError(error).message);
    throw new RuntimeError('CREATE_CONTAINER', runtimeMessages.seccompProfile({ file, reason }), error);
  }
}

import type { ContainerConfig } from '../runtime/index.ts';

/** What a container may do where it has the rights of user 0 of its namespaces: the set of other runtimes. */
export const DEFAULT_CAPABILITIES = [
  'CHOWN',
  'DAC_OVERRIDE',
  'FSETID',
  'FOWNER',
  'MKNOD',
  'NET_RAW',
  'SETGID',
  'SETUID',
  'SETFCAP',
  'SETPCAP',
  'NET_BIND_SERVICE',
  'SYS_CHROOT',
  'KILL',
  'AUDIT_WRITE',
] as const;

/** System calls that reach parts of the kernel which no application needs: those that other runtimes do not allow. */
const DENIED_CALLS = [
  ...['acct', 'add_key', 'bpf', 'clock_adjtime', 'clock_settime', 'create_module', 'delete_module', 'finit_module'],
  ...[
    'fsconfig',
    'fsmount',
    'fsopen',
    'fspick',
    'get_kernel_syms',
    'init_module',
    'io_uring_enter',
    'io_uring_register',
  ],
  ...['io_uring_setup', 'ioperm', 'iopl', 'kexec_file_load', 'kexec_load', 'keyctl', 'lookup_dcookie', 'mount'],
  ...['mount_setattr', 'move_mount', 'nfsservctl', 'open_by_handle_at', 'open_tree', 'perf_event_open', 'pivot_root'],
  ...['query_module', 'quotactl', 'quotactl_fd', 'reboot', 'request_key', 'setns', 'settimeofday', 'stime', 'swapoff'],
  ...[
    'swapon',
    '_sysctl',
    'sysfs',
    'umount',
    'umount2',
    'unshare',
    'uselib',
    'userfaultfd',
    'ustat',
    'vm86',
    'vm86old',
  ],
] as const;

const EPERM = 1;
const ENOSYS = 38;
const CLONE_NEWUSER = 0x10000000;

/**
 * Seccomp rules. `clone3` has its flags in memory, where they cannot be looked at: programs use `clone` when it does not
 * exist.
 */
const SECCOMP = {
  defaultAction: 'SCMP_ACT_ALLOW',
  syscalls: [
    { names: DENIED_CALLS, action: 'SCMP_ACT_ERRNO', errnoRet: EPERM },
    { names: ['clone3'], action: 'SCMP_ACT_ERRNO', errnoRet: ENOSYS },
    {
      ...{ names: ['clone'], action: 'SCMP_ACT_ERRNO', errnoRet: EPERM },
      args: [{ index: 0, value: CLONE_NEWUSER, valueTwo: CLONE_NEWUSER, op: 'SCMP_CMP_MASKED_EQ' }],
    },
  ],
};

export interface OciConfigOptions {
  readonly config: ContainerConfig;
  /** With all links resolved. */
  readonly workingDirectory: string;
  /** The words before the command of the container. */
  readonly enter: readonly string[];
  /** All users are there; else the one that there is gets the number that the container asks for. */
  readonly hasUserRange: boolean;
  readonly readOnlyPaths: readonly string[];
  readonly maskedPaths: readonly string[];
  /** A program and its arguments, run when the process of the container is there, before it executes its command. */
  readonly hook: readonly string[];
}

/**
 * The `config.json` for a runtime of the Open Container Initiative. All file systems but /proc are mounted already, and the
 * namespaces that containers of a pod share are those of the process that starts it.
 */
export function ociConfig(options: OciConfigOptions): object {
  const { config, workingDirectory, enter, hasUserRange, readOnlyPaths, maskedPaths, hook } = options;
  const { uid, gid, groups } = config.user;
  const capabilities = DEFAULT_CAPABILITIES.map((name) => `CAP_${name}`);
  const [program = ''] = hook;
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid, ...(hasUserRange && { additionalGids: groups }) },
      args: [...enter, ...config.command],
      env: Object.entries(config.environment).map(([name, value]) => `${name}=${value}`),
      cwd: workingDirectory,
      noNewPrivileges: !hasUserRange || config.noNewPrivileges === true,
      capabilities: { bounding: capabilities, effective: capabilities, permitted: capabilities },
    },
    root: { path: 'root' },
    mounts: [{ destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] }],
    hooks: { createRuntime: [{ path: program, args: hook }] },
    linux: {
      namespaces: [{ type: 'pid' }, { type: 'mount' }, ...(hasUserRange ? [] : [{ type: 'user' }])],
      ...(!hasUserRange && {
        uidMappings: [{ containerID: uid, hostID: 0, size: 1 }],
        gidMappings: [{ containerID: gid, hostID: 0, size: 1 }],
      }),
      readonlyPaths: readOnlyPaths,
      maskedPaths,
      seccomp: SECCOMP,
    },
  };
}

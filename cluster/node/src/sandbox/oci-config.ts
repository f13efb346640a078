import type { ContainerConfig } from '../runtime/index.ts';
import { findCapabilities } from './capabilities.ts';
import { seccompRules } from './seccomp.ts';
import type { LateMount } from './volume-mounts.ts';

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
  /** Mounts that are not made before. */
  readonly lateMounts: readonly LateMount[];
  /** The PID namespace that it joins, as a file. @default one of its own */
  readonly pidNamespace?: string | undefined;
  /** A program and its arguments, run when the process of the container is there, before it executes its command. */
  readonly hook: readonly string[];
}

/**
 * The `config.json` for a runtime of the Open Container Initiative. All file systems but /proc are mounted already, and the
 * namespaces that containers of a pod share are those of the process that starts it.
 */
export function ociConfig(options: OciConfigOptions): object {
  const { config, workingDirectory, enter, hasUserRange, readOnlyPaths, maskedPaths, hook, pidNamespace, lateMounts } =
    options;
  const { uid, gid, groups } = config.user;
  const names = findCapabilities(config.rights);
  const capabilities = names.map((name) => `CAP_${name}`);
  const seccomp = seccompRules(config.rights, names);
  const pid = { type: 'pid', ...(pidNamespace !== undefined && { path: pidNamespace }) };
  const [program = ''] = hook;
  return {
    ociVersion: '1.0.2',
    process: {
      terminal: false,
      user: { uid, gid, ...(hasUserRange && { additionalGids: groups }) },
      args: [...enter, ...config.command],
      env: Object.entries(config.environment).map(([name, value]) => `${name}=${value}`),
      cwd: workingDirectory,
      // Only a process with more rights may lower it.
      ...((config.oomScore ?? 0) > 0 && { oomScoreAdj: config.oomScore }),
      noNewPrivileges: !hasUserRange || config.noNewPrivileges === true,
      capabilities: { bounding: capabilities, effective: capabilities, permitted: capabilities },
    },
    root: { path: 'root' },
    mounts: [
      { destination: '/proc', type: 'proc', source: 'proc', options: ['nosuid', 'noexec', 'nodev'] },
      ...lateMounts.map(({ target, ...mount }) => ({ ...mount, destination: target, type: 'bind' })),
    ],
    hooks: { createRuntime: [{ path: program, args: hook }] },
    linux: {
      namespaces: [pid, { type: 'mount' }, ...(hasUserRange ? [] : [{ type: 'user' }])],
      ...(!hasUserRange && {
        uidMappings: [{ containerID: uid, hostID: 0, size: 1 }],
        gidMappings: [{ containerID: gid, hostID: 0, size: 1 }],
      }),
      readonlyPaths: readOnlyPaths,
      maskedPaths,
      ...(seccomp !== undefined && { seccomp }),
      ...(lateMounts.length > 0 && { rootfsPropagation: 'rslave' }),
    },
  };
}

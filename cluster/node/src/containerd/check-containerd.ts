import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import type { Clock } from '@kubemin/base';
import { containerdMessages } from '../messages/index.ts';
import { RuntimeError } from '../runtime/index.ts';
import {
  findHostPrograms,
  openControlGroups,
  removeControlGroups,
  runProgram,
  TRIAL_PREFIX,
} from '../sandbox/index.ts';
import { containerdPaths, type OciRuntime } from './containerd-config.ts';
import { assertVersion, findContainerdPrograms } from './open-runtime.ts';

/** The kernel takes no longer paths of sockets; containerd makes one with a longer name beside it. */
const LONGEST_SOCKET = 100;

export interface CheckContainerdOptions {
  /** Where the runtime of the node will be kept. */
  readonly directory: string;
  readonly programDirectories: readonly string[];
  readonly ociRuntime?: OciRuntime | undefined;
  readonly clock: Clock;
}

/** Rejects with a RuntimeError that states why containerd cannot be used on this machine. Nothing is started or left. */
export async function checkContainerd(options: CheckContainerdOptions): Promise<void> {
  const { directory, programDirectories, ociRuntime, clock } = options;
  const refuse = (message: RuntimeError['text']): never => {
    throw new RuntimeError('RUNTIME_BROKEN', message);
  };
  if (process.getuid?.() !== 0) refuse(containerdMessages.needsRoot);
  const { containerd } = await findContainerdPrograms(programDirectories, ociRuntime);
  const { sh } = await findHostPrograms(programDirectories);
  assertVersion(await readVersion(containerd));
  const { socket } = containerdPaths(directory);
  if (Buffer.byteLength(socket) > LONGEST_SOCKET) {
    refuse(containerdMessages.pathTooLong({ path: socket, longest: LONGEST_SOCKET }));
  }
  await mkdir(join(directory, '..'), { recursive: true, mode: 0o700 });
  const trial = await mkdtemp(join(directory, '..', TRIAL_PREFIX));
  try {
    const groups = await openControlGroups({ directory: trial, clock, sh });
    if (groups === undefined) refuse(containerdMessages.needsControlGroups);
  } finally {
    await removeControlGroups(trial, clock);
    await rm(trial, { recursive: true, force: true });
  }
}

/** `1.6.20` of `containerd github.com/containerd/containerd 1.6.20~ds1 1.6.20~ds1-1+deb12u1`. */
async function readVersion(containerd: string): Promise<string> {
  const [, , version = ''] = (await runProgram([containerd, '--version'])).trim().split(/\s+/);
  return version;
}

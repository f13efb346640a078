import type { ContainerStatus, SandboxStatus } from '../runtime/index.ts';
import { CONTAINER_STATE, type CriContainer, type CriContainerStatus, type CriSandbox } from './api/index.ts';
import type { ContainerRecord, SandboxRecord } from './cri-config.ts';
import { startProblem } from './task-exec.ts';

const NANOSECONDS = 1_000_000;
/** For containers whose end nothing has seen, as other kubelets report it. */
const UNKNOWN = { exitCode: 137, reason: 'ContainerStatusUnknown' } as const;

/** A sandbox as it is known here. */
export interface KnownSandbox {
  readonly id: string;
  readonly record: SandboxRecord;
  readonly createdAt: number;
  readonly address: string;
  readonly isReady: boolean;
}

/** A container as it is known here. */
export interface KnownContainer {
  readonly id: string;
  readonly sandboxId: string;
  readonly name: string;
  readonly attempt: number;
  readonly record: ContainerRecord;
  readonly status: ContainerStatus;
}

export function toSandboxStatus({ id, record, createdAt, address, isReady }: KnownSandbox): SandboxStatus {
  const { pod, attempt } = record.config;
  return { id, pod, attempt, state: isReady ? 'ready' : 'notReady', address, createdAt };
}

/** A sandbox that containerd has listed. */
export function knownSandbox(
  { id = '', createdAt = 0 }: CriSandbox,
  record: SandboxRecord,
  { address, isReady }: Pick<KnownSandbox, 'address' | 'isReady'>,
): KnownSandbox {
  return { id, record, createdAt: toMilliseconds(createdAt), address, isReady };
}

/** A container that containerd has listed, with its status. */
export function knownContainer(
  { id = '', podSandboxId = '', metadata = {} }: CriContainer,
  record: ContainerRecord,
  status: CriContainerStatus,
): KnownContainer {
  const { name = '', attempt = 0 } = metadata;
  const known = { id, sandboxId: podSandboxId, name, attempt, record };
  return { ...known, status: toContainerStatus(known, status) };
}

/** What the status of a container means. */
export function toContainerStatus(
  { id, sandboxId, name, attempt, record }: Omit<KnownContainer, 'status'>,
  found: CriContainerStatus,
): ContainerStatus {
  const { state = CONTAINER_STATE.created, createdAt = 0, startedAt = 0, finishedAt = 0 } = found;
  const common = {
    ...{ id, sandboxId, name, attempt, image: record.image, user: record.user, createdAt: toMilliseconds(createdAt) },
    ...(startedAt > 0 && { startedAt: toMilliseconds(startedAt) }),
  };
  if (state === CONTAINER_STATE.created) return { ...common, state: 'created' };
  if (state === CONTAINER_STATE.running) return { ...common, state: 'running' };
  const message = found.message ? { message: startProblem(found.message) } : {};
  // The start is noted when containerd knows of it, which may be later than the end of the process.
  const end = Math.max(toMilliseconds(finishedAt), toMilliseconds(startedAt));
  const ended = { ...common, state: 'exited', finishedAt: end, ...message } as const;
  const { exitCode = 0, reason = 'Error' } = found;
  if (state === CONTAINER_STATE.unknown || reason === 'Unknown') return { ...ended, ...UNKNOWN };
  // One that has ended well has done without the process that was killed.
  if (exitCode === 0) return { ...ended, exitCode, reason: 'Completed' };
  return { ...ended, exitCode, reason };
}

function toMilliseconds(nanoseconds: number): number {
  return Math.floor(nanoseconds / NANOSECONDS);
}

import type { RecordedEvent } from '@kubemin/controller';
import type { Container, ContainerStatus, Pod } from '@kubemin/kubeapi/types/core.v1';
import type { ConfigPlace } from '../../config/index.ts';
import type { ContainerLives } from '../rules/container-lives.ts';

/** A container as it is found at one look. */
export interface ContainerMoment {
  readonly pod: Pod;
  readonly container: Container;
  /** The container's entry in the pod's status; undefined before its first start. */
  readonly known: ContainerStatus | undefined;
  readonly now: number;
  readonly lives: ContainerLives;
  /** When it is started again: `Always`, `OnFailure` or `Never`. */
  readonly restart: string;
}

/** The next status of a container, with its events. */
export interface ContainerStep {
  readonly status: ContainerStatus;
  readonly events: readonly RecordedEvent[];
  /** When to look again although nothing changed. */
  readonly wakeAfterMs?: number;
  /** What it waits for. @default nothing */
  readonly awaits?: readonly ConfigPlace[];
}

/**
 * What becomes of a container, one look at a time. All it knows is in the container's stored status: a restart of this
 * program goes on where it was.
 */
export type ContainerScenario = (moment: ContainerMoment) => ContainerStep;

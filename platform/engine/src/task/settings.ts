import type { OnFailure } from '@kubemin/model';
import type { GatewayPreferences } from './clusters/gateway-detection.ts';
import { SYSTEM_NAMESPACES } from './guard/use-guard.ts';
import { DEFAULT_SANDBOX_SETTINGS, type SandboxSettings } from './sandbox-settings.ts';
import { DEFAULT_PROJECT_NAMESPACES, type ProjectNamespaceSettings } from './tenancy/tenancy.ts';

/** What steps of the type `ssh` may reach, as the operator of the platform decides. */
export interface SshSettings {
  /** Hosts, or hosts with ports (`build.example.org:2222`); others are refused. */
  readonly hosts: readonly string[];
  /** A known_hosts file of the operator, beside what steps pin themselves. */
  readonly knownHosts?: string | undefined;
}

/** What steps of the type `helm` may use, as the operator of the platform decides. */
export interface HelmSettings {
  /** Paths and `oci://` references of charts; one that ends in `/` allows everything below it. Others are refused. */
  readonly charts: readonly string[];
}

/** How the engine behaves; every value has a default. Times are milliseconds. */
export interface EngineSettings {
  /** Tasks this executor runs side by side. */
  readonly maxConcurrentWorkflows: number;
  /** Jobs of one StepByStep bucket that run side by side. */
  readonly sequentialMaxConcurrency: number;
  /** Safety net only: work submitted in this process starts at once. */
  readonly pollIntervalMs: number;
  /** Interval of the heartbeats of running tasks. */
  readonly heartbeatMs: number;
  /** A task whose heartbeat is older than this is taken from its executor. Keep it well above `heartbeatMs`. */
  readonly deadAfterMs: number;
  /** Time limit of jobs that roll out workloads. Counts over restarts, but only while an executor has the job. */
  readonly deployTimeoutMs: number;
  /** Time limit of every other job, counted likewise. */
  readonly defaultJobTimeoutMs: number;
  /** How long a Secret, ConfigMap or claim that pods refer to may be missing before their job fails. */
  readonly missingGraceMs: number;
  /** How often a job is tried again after a transient error. */
  readonly retries: number;
  readonly retryMinMs: number;
  readonly retryMaxMs: number;
  /** Whether a namespace that is missing is made with the first object that goes there. */
  readonly createNamespace: boolean;
  /**
   * Whether runs use what belongs to others only as far as their requests permit: for a submitter whose callers have
   * fewer rights in the cluster than the engine has.
   */
  readonly restrictUses: boolean;
  /** Namespaces that need a permission to be delivered to; a name that ends in `*` means all that begin like it. */
  readonly closedNamespaces: readonly string[];
  /** What steps of the type `ssh` may reach. */
  readonly ssh: SshSettings;
  /** What steps of the type `helm` may use. */
  readonly helm: HelmSettings;
  /** How long a finished run is kept. What an application delivered last, and everything after it, stays longer. */
  readonly keepRunsForMs: number;
  /** How many finished runs of one application are kept. What it delivered last stays in any case. */
  readonly keepRunsPerApplication: number;
  /** How long one attempt to deliver a callback may take. */
  readonly callbackTimeoutMs: number;
  /** How many attempts are made. */
  readonly callbackAttempts: number;
  /** The pause after the first attempt; it doubles. */
  readonly callbackRetryMinMs: number;
  readonly callbackRetryMaxMs: number;
  /** How often runs that need not be kept are looked for. */
  readonly retentionIntervalMs: number;
  /** What namespaces of bound projects have. */
  readonly projectNamespaces: ProjectNamespaceSettings;
  /** Where and within which bounds users' code runs. */
  readonly sandbox: SandboxSettings;
  /** Which kind of gateway routes are for. @default as the renderer is set up, in every cluster */
  readonly gateway?: GatewayPreferences;
  /**
   * What becomes of a run whose components request devices that no node has free: it is refused before anything is
   * written, or its pods wait in the scheduler, as clusters that add nodes on demand need it.
   */
  readonly missingDevices: 'refuse' | 'wait';
  /** What becomes of the objects of a failed step without `onFailure`. */
  readonly onFailure: OnFailure;
  /**
   * `dead`: at start, take back only work whose heartbeat died. `all`: take back all claimed work, for a process that
   * holds an exclusive lock on the database and so knows that no other executor lives.
   */
  readonly takeOver: 'dead' | 'all';
  /** How often the leader announces waiting work again whose announcement may be lost. */
  readonly dispatchPollIntervalMs: number;
  /** How long an instance leads without renewing; its successor waits this long. */
  readonly leaseDurationMs: number;
  /** A leader that could not renew for this long stops acting as one. Keep it below `leaseDurationMs`. */
  readonly renewDeadlineMs: number;
  /** How often a leader renews and the others look whether there is one. */
  readonly leaseRetryMs: number;
  /** How often instances are counted to know which of them execute. */
  readonly replicaCheckMs: number;
}

/** Fit for one process on one machine. */
export const DEFAULT_ENGINE_SETTINGS: EngineSettings = {
  maxConcurrentWorkflows: 10,
  sequentialMaxConcurrency: 1,
  pollIntervalMs: 3_000,
  heartbeatMs: 1_000,
  deadAfterMs: 15_000,
  deployTimeoutMs: 1_200_000,
  defaultJobTimeoutMs: 60_000,
  missingGraceMs: 20_000,
  retries: 3,
  retryMinMs: 200,
  retryMaxMs: 5_000,
  createNamespace: false,
  restrictUses: false,
  closedNamespaces: SYSTEM_NAMESPACES,
  ssh: { hosts: [] },
  helm: { charts: [] },
  keepRunsForMs: 30 * 24 * 3_600_000,
  keepRunsPerApplication: 100,
  callbackTimeoutMs: 10_000,
  callbackAttempts: 15,
  callbackRetryMinMs: 1_000,
  callbackRetryMaxMs: 600_000,
  retentionIntervalMs: 60_000,
  projectNamespaces: DEFAULT_PROJECT_NAMESPACES,
  sandbox: DEFAULT_SANDBOX_SETTINGS,
  missingDevices: 'refuse',
  onFailure: 'keep',
  takeOver: 'dead',
  dispatchPollIntervalMs: 3_000,
  leaseDurationMs: 15_000,
  renewDeadlineMs: 10_000,
  leaseRetryMs: 2_000,
  replicaCheckMs: 30_000,
};

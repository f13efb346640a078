import type { NodeGroup } from '../fleet/node-group.ts';
import type { Glob } from './glob.ts';

/** Which pods, or nodes, a rule speaks of: those that everything given here matches. */
export interface RuleMatch {
  readonly labels?: ReadonlyMap<string, Glob> | undefined;
  readonly namespace?: Glob | undefined;
  /** Of any of the pod's containers. */
  readonly image?: Glob | undefined;
  readonly node?: Glob | undefined;
}

/** How a pod comes to run. */
export interface StartRule {
  readonly delayMs: number;
  /** Up to this much is added, for each pod as chance has it. */
  readonly jitterMs: number;
  /** How long pulling takes; undefined when the image cannot be pulled. */
  readonly pullMs: number | undefined;
}

/** How running containers become ready. */
export interface ReadyRule {
  readonly delayMs: number;
  /** The share of pods that never do. */
  readonly failRate: number;
}

/** How containers end. */
export interface RunRule {
  /** How long they run; undefined for as long as they otherwise would. */
  readonly forMs?: number | undefined;
  readonly exitCode?: number | undefined;
  /** The share of pods whose containers fail; undefined when the exit code alone decides. */
  readonly failRate?: number | undefined;
  /** How often they crash as soon as they are started, before they run. */
  readonly crashes: number;
}

/** The life of init containers: they run to their end, at once unless specified otherwise. */
export interface InitRule extends RunRule {
  /** By name; undefined for all that do not stay beside the others. */
  readonly container?: Glob | undefined;
  readonly imageMissing: boolean;
}

/** How a deleted pod goes. */
export interface StopRule {
  readonly delayMs: number;
  /** Whether it takes its time although its grace period is over. */
  readonly ignoresGrace: boolean;
}

/** What is used of something: by each container, or by all pods of the rule together. */
export interface UsageAmount {
  readonly of: 'each' | 'total';
  readonly amount: number;
}

/** What containers seem to use. */
export interface UsageRule {
  /** Cores. */
  readonly cpu?: UsageAmount | undefined;
  /** Bytes. */
  readonly memory?: UsageAmount | undefined;
  /** Bytes on the disk of the node. */
  readonly disk?: UsageAmount | undefined;
}

/** What containers write. */
export interface LogRule {
  readonly lines: readonly string[];
  /** Undefined when everything is written at the start. */
  readonly everyMs?: number | undefined;
}

/** The result of a command. */
export interface ExecRule {
  readonly command: readonly string[];
  readonly exitCode: number;
  readonly stdout: string;
  readonly stderr: string;
}

/** What is wrong with a node. */
export interface NodeRule {
  /** Whether it reports that it is ready; with `flap` this alternates. */
  readonly ready: boolean;
  readonly flap?: { readonly upMs: number; readonly downMs: number } | undefined;
  /** Whether it has fallen silent: no lease, no status, and nothing happens to pods on it. */
  readonly stopped: boolean;
  readonly clockSkewMs: number;
  /** What it claims to have of resources, whatever it has. */
  readonly capacity: Readonly<Record<string, string>>;
}

/** What happens to pods and nodes that match. What is not given is left to later rules. */
export interface SimulationRule {
  readonly match: RuleMatch;
  readonly start?: StartRule | undefined;
  readonly ready?: ReadyRule | undefined;
  readonly run?: RunRule | undefined;
  readonly init?: InitRule | undefined;
  readonly stop?: StopRule | undefined;
  readonly usage?: UsageRule | undefined;
  readonly logs?: LogRule | undefined;
  readonly exec?: readonly ExecRule[] | undefined;
  readonly node?: NodeRule | undefined;
}

/** A whole set of rules, with nodes to go with them. */
export interface SimulationRules {
  readonly nodes: readonly NodeGroup[];
  readonly rules: readonly SimulationRule[];
}

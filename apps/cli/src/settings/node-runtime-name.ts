/** What nodes of the embedded cluster can run pods with, the most able first. */
export const NODE_RUNTIME_NAMES = ['sandbox', 'simulated'] as const;

/** The name of an entry of the registry of node runtimes. */
export type NodeRuntimeName = (typeof NODE_RUNTIME_NAMES)[number];

/** How pods of containers reach what is outside; the names are those of EgressMode. */
export const EGRESS_MODES = ['off', 'proxy', 'pasta'] as const;

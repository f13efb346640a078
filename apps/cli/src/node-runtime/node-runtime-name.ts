/** What nodes of the embedded cluster can run pods with, the most able first. */
export const NODE_RUNTIME_NAMES = ['sandbox', 'simulated'] as const;

/** The name of an entry of the registry of node runtimes. */
export type NodeRuntimeName = (typeof NODE_RUNTIME_NAMES)[number];

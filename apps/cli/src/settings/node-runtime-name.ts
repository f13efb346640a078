/** What nodes of the embedded cluster can run pods with. */
export const NODE_RUNTIME_NAMES = ['sandbox', 'containerd', 'simulated'] as const;

/** Those that are used without being asked for, the most able first. */
export const AUTOMATIC_RUNTIMES: readonly NodeRuntimeName[] = ['sandbox', 'simulated'];

/** The name of an entry of the registry of node runtimes. */
export type NodeRuntimeName = (typeof NODE_RUNTIME_NAMES)[number];

/** How pods of containers reach what is outside; the names are those of EgressMode. */
export const EGRESS_MODES = ['off', 'proxy', 'pasta'] as const;

/** What makes the containers of containerd; the names are those of OciRuntime. */
export const OCI_RUNTIMES = ['runc', 'crun'] as const;

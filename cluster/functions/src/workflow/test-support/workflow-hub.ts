import { join } from 'node:path';
import { ForkedManager, type ForkedManagerOptions, ManagerRelay } from '@kubemin/testing';

/** Options of a process that runs the controllers of workflows. */
export interface WorkflowHubOptions extends ForkedManagerOptions {
  /** The URL of the gateway of functions. */
  readonly gateway: string;
}

const PROGRAM = join(import.meta.dirname, 'workflow-hub.process.ts');

/** Such processes, one after the other. */
export function workflowRelay(options: Omit<WorkflowHubOptions, 'identity'>): ManagerRelay {
  return new ManagerRelay((number) => new ForkedManager(PROGRAM, { ...options, identity: `hub-${number}` }));
}

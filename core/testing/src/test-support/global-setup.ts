// Vitest runs this around all test files of a run.
import type { TestProject } from 'vitest/node';
import { startServiceBroker } from '../services/service-broker.ts';

declare module 'vitest' {
  export interface ProvidedContext {
    readonly serviceBroker: string;
  }
}

/** Lets test files share servers; the returned function stops them. */
export async function setup(project: TestProject): Promise<() => Promise<void>> {
  const broker = await startServiceBroker();
  project.provide('serviceBroker', broker.path);
  return () => broker.close();
}

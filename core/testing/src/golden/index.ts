/**
 * What the manual and the design notes before it print: each example of a trait with what must come of it, and whole applications.
 * They are spelled and commented as printed.
 */
import { envFromAndResourcesExamples } from './env-from-and-resources.ts';
import { envsExamples } from './envs.ts';
import type { GoldenExample } from './example.ts';
import { examplesInWords } from './in-words.ts';
import { ingressExamples } from './ingress.ts';
import { initExamples } from './init.ts';
import { notesExamples } from './notes.ts';
import { probesExamples } from './probes.ts';
import { rbacExamples } from './rbac.ts';
import { sidecarExamples } from './sidecar.ts';
import { storageExamples } from './storage.ts';

export { goldenDocuments } from './documents.ts';
export type { Expected, GoldenDocument, GoldenExample, GoldenObject } from './example.ts';
export { ingressExamples, initExamples, rbacExamples, sidecarExamples, storageExamples };

export const goldenExamples: readonly GoldenExample[] = [
  ...envFromAndResourcesExamples,
  ...envsExamples,
  ...examplesInWords,
  ...ingressExamples,
  ...initExamples,
  ...notesExamples,
  ...probesExamples,
  ...rbacExamples,
  ...sidecarExamples,
  ...storageExamples,
];

/** An application of one component with the traits of an example, as its text. */
export function goldenText({ type = 'webservice', port, traits }: GoldenExample, name = 'golden'): string {
  const properties = port === undefined ? '{}' : `{"ports":[{"port":${port}}]}`;
  return `{"name":"${name}","component":[{"name":"app","type":"${type}","image":"app:1","properties":${properties},"traits":${traits}}]}`;
}

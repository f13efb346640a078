import * as z from 'zod';
import type { Component } from './component.ts';
import { isTerminal, type Task } from './task.ts';

/** How an application fares as a whole. */
export const applicationPhaseSchema = z.enum([
  'Deploying',
  'Degraded',
  'Starting',
  'Healthy',
  'NotDeployed',
  'Unknown',
]);
export type ApplicationPhase = z.output<typeof applicationPhaseSchema>;

/** How an application fares as a whole, and why in a sentence. */
export const applicationHealthSchema = z.object({ phase: applicationPhaseSchema, reason: z.string() });
export type ApplicationHealth = z.output<typeof applicationHealthSchema>;

type ComponentPart = Pick<Component, 'name' | 'status' | 'reason' | 'message'>;
type RunPart = Pick<Task, 'number' | 'kind' | 'status'>;

interface Situation {
  readonly run: RunPart | undefined;
  /** Those whose state says something. */
  readonly components: readonly ComponentPart[];
}

/** What has to be so for a phase; undefined when it is not. The first that is counts. */
const RULES: readonly ((situation: Situation) => ApplicationHealth | undefined)[] = [
  ({ run }) =>
    run === undefined || isTerminal(run.status)
      ? undefined
      : { phase: 'Deploying', reason: `run ${run.number} (${run.kind}) is ${run.status}` },
  ({ components }) => ofSome('Degraded', components.filter(isDown)),
  ({ components }) =>
    ofSome(
      'Starting',
      components.filter(({ status }) => status === 'Pending'),
    ),
  ({ components }) =>
    components.length > 0 && components.every((component) => component.status === 'Running' || isStopped(component))
      ? { phase: 'Healthy', reason: healthyWords(components) }
      : undefined,
  ({ components }) =>
    components.every(({ reason }) => reason === 'NotDeployed')
      ? { phase: 'NotDeployed', reason: 'nothing of it has been delivered yet' }
      : undefined,
  ({ components }) =>
    ofSome(
      'Unknown',
      components.filter(({ status }) => status === 'Unknown'),
    ),
];

/** Rolls the states of an application's components and its run, if one is under way, up into one. */
export function applicationHealth(all: readonly ComponentPart[], run?: RunPart): ApplicationHealth {
  const components = all.filter(({ reason }) => reason !== 'NotWatched');
  for (const rule of RULES) {
    const health = rule({ run, components });
    if (health !== undefined) return health;
  }
  return { phase: 'Unknown', reason: 'nobody knows how it fares' };
}

/** Stopped because somebody wants it so. */
function isStopped({ reason }: ComponentPart): boolean {
  return reason === 'Stopped';
}

function isDown(component: ComponentPart): boolean {
  return component.status === 'Failed' && !isStopped(component);
}

function ofSome(phase: ApplicationPhase, components: readonly ComponentPart[]): ApplicationHealth | undefined {
  if (components.length === 0) return undefined;
  return { phase, reason: components.map(({ name, message }) => `${name}: ${message}`).join('; ') };
}

function healthyWords(components: readonly ComponentPart[]): string {
  const stopped = components.filter(isStopped).map(({ name }) => name);
  return stopped.length === 0
    ? 'every component runs'
    : `every component runs but those that are stopped: ${stopped.join(', ')}`;
}

import { decodeMessage, type Message, verbatim } from '@kubemin/base/message';
import * as z from 'zod';
import { healthMessages } from '../messages/index.ts';
import type { Component } from './component.ts';
import { isTerminal, type Task } from './task.ts';
import { encodeTexts, textsSchema } from './texts.ts';

/** The health of an application as a whole. */
export const applicationPhaseSchema = z.enum([
  'Deploying',
  'Degraded',
  'Starting',
  'Healthy',
  'NotDeployed',
  'Unknown',
]);
export type ApplicationPhase = z.output<typeof applicationPhaseSchema>;

/** The health of an application as a whole, and the reason. */
export const applicationHealthSchema = z.object({
  phase: applicationPhaseSchema,
  reason: z.string(),
  texts: textsSchema,
});
export type ApplicationHealth = z.output<typeof applicationHealthSchema>;

type ComponentPart = Pick<Component, 'name' | 'status' | 'reason' | 'message' | 'texts'>;
type RunPart = Pick<Task, 'number' | 'kind' | 'status'>;

interface Situation {
  readonly run: RunPart | undefined;
  /** Those whose state is watched. */
  readonly components: readonly ComponentPart[];
}

/** The health by one rule; undefined when the rule does not apply. The first that applies counts. */
const RULES: readonly ((situation: Situation) => ApplicationHealth | undefined)[] = [
  ({ run }) =>
    run === undefined || isTerminal(run.status)
      ? undefined
      : health('Deploying', healthMessages.underWay({ run: run.number, kind: run.kind, status: run.status })),
  ({ components }) => ofSome('Degraded', components.filter(isDown)),
  ({ components }) =>
    ofSome(
      'Starting',
      components.filter(({ status }) => status === 'Pending'),
    ),
  ({ components }) =>
    components.length > 0 && components.every((component) => component.status === 'Running' || isStopped(component))
      ? health('Healthy', healthyReason(components))
      : undefined,
  ({ components }) =>
    components.every(({ reason }) => reason === 'NotDeployed')
      ? health('NotDeployed', healthMessages.notDeployed)
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
    const found = rule({ run, components });
    if (found !== undefined) return found;
  }
  return health('Unknown', healthMessages.unknown);
}

/** Stopped on purpose. */
function isStopped({ reason }: ComponentPart): boolean {
  return reason === 'Stopped';
}

function isDown(component: ComponentPart): boolean {
  return component.status === 'Failed' && !isStopped(component);
}

function ofSome(phase: ApplicationPhase, components: readonly ComponentPart[]): ApplicationHealth | undefined {
  const reason = joinMessages(
    components.map(({ name, message, texts }) =>
      healthMessages.component({
        component: name,
        state: decodeMessage(texts?.message, message) ?? verbatim(message),
      }),
    ),
  );
  return reason && health(phase, reason);
}

/** All messages, nested as little as possible: readers limit the depth. */
function joinMessages(messages: readonly Message[]): Message | undefined {
  if (messages.length <= 1) return messages[0];
  const middle = Math.ceil(messages.length / 2);
  const [first, rest] = [joinMessages(messages.slice(0, middle)), joinMessages(messages.slice(middle))];
  return first && rest && healthMessages.both({ first, rest });
}

function health(phase: ApplicationPhase, reason: Message): ApplicationHealth {
  return { phase, reason: reason.message, ...encodeTexts({ reason }) };
}

function healthyReason(components: readonly ComponentPart[]): Message {
  const stopped = components.filter(isStopped).map(({ name }) => name);
  return stopped.length === 0 ? healthMessages.allRun : healthMessages.allRunExceptStopped({ components: stopped });
}

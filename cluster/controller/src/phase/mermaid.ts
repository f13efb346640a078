import type { PhaseGraph } from './phase-graph.ts';

/** A transition matrix as a Mermaid state diagram. */
export function toMermaidDiagram({ initialPhase, phases }: PhaseGraph): string {
  const ids = new Map(phases.map(({ name }, index) => [name, diagramId(name, index)]));
  const id = (phase: string): string => ids.get(phase) ?? phase;
  const lines = ['stateDiagram-v2'];
  for (const { name } of phases) if (id(name) !== name) lines.push(`  state "${quoteName(name)}" as ${id(name)}`);
  lines.push(`  [*] --> ${id(initialPhase)}`);
  for (const { name, normal, error, choices = [] } of phases) {
    if (normal !== undefined) lines.push(`  ${id(name)} --> ${id(normal)}`);
    if (error !== undefined) lines.push(`  ${id(name)} --> ${id(error)}: error`);
    for (const choice of choices) lines.push(`  ${id(name)} --> ${id(choice)}`);
  }
  for (const { name, kind } of phases) if (kind !== 'working') lines.push(`  ${id(name)} --> [*]`);
  for (const { name, pauses } of phases)
    if (pauses === true) lines.push(`  note right of ${id(name)}: waits for continue`);
  return `${lines.join('\n')}\n`;
}

/** Keywords of Mermaid, which may also be names of phases. */
const KEYWORDS: ReadonlySet<string> = new Set([
  'as',
  'class',
  'classdef',
  'click',
  'direction',
  'end',
  'hide',
  'note',
  'scale',
  'state',
  'style',
]);

/** Names of phases are free text; those that are not identifiers get a generated id. */
function diagramId(name: string, index: number): string {
  return /^[A-Za-z][A-Za-z0-9_]*$/.test(name) && !KEYWORDS.has(name.toLowerCase()) ? name : `phase${index}_`;
}

function quoteName(name: string): string {
  return name.replaceAll('"', "'").replace(/\s+/g, ' ');
}

import { chance } from './chance.ts';
import type { NodeRule } from './simulation-rule.ts';

/** The state of a node at one moment. */
export interface NodeState {
  readonly ready: boolean;
  /** When it changes next, under the same rules. */
  readonly changesInMs?: number | undefined;
  /** The time of its own clock. */
  readonly now: number;
  /** What it claims to have, beyond or instead of what it has. */
  readonly capacity: Readonly<Record<string, string>>;
}

/** The state of a node under a rule, or under none; undefined for one that has fallen silent. Pure. */
export function nodeStateAt(name: string, rule: NodeRule | undefined, now: number): NodeState | undefined {
  if (rule === undefined) return { ready: true, now, capacity: {} };
  if (rule.stopped) return undefined;
  const { flap, clockSkewMs, capacity } = rule;
  const own = { now: now + clockSkewMs, capacity };
  if (flap === undefined || flap.upMs + flap.downMs === 0) return { ready: rule.ready, ...own };
  const periodMs = flap.upMs + flap.downMs;
  // Nodes of one rule do not all fall together.
  const at = (now + Math.round(chance(name, 'flap') * periodMs)) % periodMs;
  const up = at < flap.upMs;
  return { ready: up, changesInMs: (up ? flap.upMs : periodMs) - at, ...own };
}

import type { PolicyRule } from '@kubemin/kubeapi/types/rbac.v1';
import { coversPath, coversResource, includesOrAny } from './policy-rule.ts';

/** The part of `wanted` that the rules `held` do not allow, in the smallest pieces; empty when all is covered. */
export function missingRights(held: readonly PolicyRule[], wanted: readonly PolicyRule[]): readonly PolicyRule[] {
  return wanted.flatMap(splitRule).filter((piece) => !held.some((rule) => coversPiece(rule, piece)));
}

/** Pieces put together again where they differ in verbs only, in the order people can compare. */
export function compactRules(pieces: readonly PolicyRule[]): readonly PolicyRule[] {
  const merged = new Map<string, PolicyRule>();
  for (const { verbs, ...rest } of pieces) {
    const key = JSON.stringify(rest);
    const before = merged.get(key)?.verbs ?? [];
    merged.set(key, { ...rest, verbs: [...new Set([...before, ...verbs])] });
  }
  return [...merged.values()].sort((a, b) => compare(ruleText(a), ruleText(b)));
}

/** The rule as Kubernetes writes it in messages. */
export function ruleText(rule: PolicyRule): string {
  const parts = [
    ['APIGroups', rule.apiGroups],
    ['Resources', rule.resources],
    ['NonResourceURLs', rule.nonResourceURLs],
    ['ResourceNames', rule.resourceNames],
    ['Verbs', rule.verbs],
  ] as const;
  const shown = parts.flatMap(([name, list]) => (list?.length ? [`${name}:${quotedList(list)}`] : []));
  return `{${shown.join(', ')}}`;
}

/** `["a" "b"]`. */
export function quotedList(list: readonly string[]): string {
  return `[${list.map((item) => JSON.stringify(item)).join(' ')}]`;
}

function splitRule(rule: PolicyRule): readonly PolicyRule[] {
  const pieces: PolicyRule[] = [];
  for (const verb of rule.verbs) {
    for (const url of rule.nonResourceURLs ?? []) pieces.push({ nonResourceURLs: [url], verbs: [verb] });
    for (const group of rule.apiGroups ?? []) {
      for (const resource of rule.resources ?? []) {
        const piece = { apiGroups: [group], resources: [resource], verbs: [verb] };
        if (!rule.resourceNames?.length) pieces.push(piece);
        for (const name of rule.resourceNames ?? []) pieces.push({ ...piece, resourceNames: [name] });
      }
    }
  }
  return pieces;
}

function coversPiece(rule: PolicyRule, piece: PolicyRule): boolean {
  const [verb = ''] = piece.verbs;
  if (!includesOrAny(rule.verbs, verb)) return false;
  const [url] = piece.nonResourceURLs ?? [];
  if (url !== undefined) return coversPath(rule.nonResourceURLs, url);
  const [group = ''] = piece.apiGroups ?? [];
  const [resource = ''] = piece.resources ?? [];
  if (!includesOrAny(rule.apiGroups, group) || !coversResource(rule.resources, resource)) return false;
  const [name] = piece.resourceNames ?? [];
  return !rule.resourceNames?.length || (name !== undefined && rule.resourceNames.includes(name));
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

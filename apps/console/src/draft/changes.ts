import { isRecord } from '@kubemin/base';
import { readComponents } from './document.ts';
import { isSameJson, type JsonObject, namedEntries } from './json.ts';

export type ComponentChange = 'new' | 'edited' | 'removed';

/** In what a draft differs from its base. */
export interface DraftChanges {
  /** By name; components that are as they were are left out. */
  readonly components: ReadonlyMap<string, ComponentChange>;
  /** Whether the steps, or their order, changed. */
  readonly workflow: boolean;
  /** How many other fields of the application changed. */
  readonly fields: number;
  readonly count: number;
}

export function draftChanges(base: JsonObject, draft: JsonObject): DraftChanges {
  const before = new Map(readComponents(base).map(({ name, value }) => [name, value]));
  const after = new Map(readComponents(draft).map(({ name, value }) => [name, value]));
  const components = new Map<string, ComponentChange>();
  for (const [name, value] of after) {
    const old = before.get(name);
    if (old === undefined) components.set(name, 'new');
    else if (!isSameJson(old, value)) components.set(name, 'edited');
  }
  for (const name of before.keys()) if (!after.has(name)) components.set(name, 'removed');
  const workflow = !isSameJson(base.workflow ?? [], draft.workflow ?? []);
  const keys = new Set([...Object.keys(base), ...Object.keys(draft)]);
  const fields = [...keys].filter(
    (key) => key !== 'component' && key !== 'workflow' && !isSameJson(base[key], draft[key]),
  ).length;
  return { components, workflow, fields, count: components.size + (workflow ? 1 : 0) + fields };
}

/** One field in which two documents differ. */
export interface DocumentChange {
  /** `component[api].image`: entries of lists by name where they have one. */
  readonly field: string;
  readonly before?: unknown;
  readonly after?: unknown;
}

export function documentChanges(before: unknown, after: unknown, field = ''): readonly DocumentChange[] {
  if (isSameJson(before, after)) return [];
  if (isRecord(before) && isRecord(after)) {
    const keys = [...new Set([...Object.keys(before), ...Object.keys(after)])];
    return keys.flatMap((key) => documentChanges(before[key], after[key], field === '' ? key : `${field}.${key}`));
  }
  if (Array.isArray(before) && Array.isArray(after)) {
    const [old, fresh] = [namedEntries(before), namedEntries(after)];
    if (old !== undefined && fresh !== undefined) {
      const names = [...new Set([...old.keys(), ...fresh.keys()])];
      const entries = names.flatMap((name) => documentChanges(old.get(name), fresh.get(name), `${field}[${name}]`));
      if (entries.length > 0) return entries;
      // The same entries in another order.
      return [{ field, before: [...old.keys()], after: [...fresh.keys()] }];
    }
  }
  return [{ field, ...(before !== undefined && { before }), ...(after !== undefined && { after }) }];
}

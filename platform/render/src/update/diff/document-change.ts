import { deepEqual, isJsonArray, isJsonObject } from '@kubemin/kubeapi';
import type { AnyComponent, AnyDocument, DocumentPath } from '@kubemin/model';

/** One place in which two versions of a component differ. */
export interface DocumentChange {
  readonly component: string;
  /** Below the component. */
  readonly path: DocumentPath;
  /** Undefined when the new version has nothing there. */
  readonly after: unknown;
}

/**
 * Where the components that both documents have differ. Maps are followed to their values; a list whose length changed
 * counts as one place, since its entries cannot be matched up by their numbers.
 */
export function documentChanges(previous: AnyDocument, next: AnyDocument): readonly DocumentChange[] {
  const before = new Map(previous.component.map((component) => [component.name, component]));
  return next.component.flatMap((component) => {
    const old = before.get(component.name);
    if (old === undefined) return [];
    return changedPlaces([], old, component).map((place) => ({ component: component.name, ...place }));
  });
}

type Place = Pick<DocumentChange, 'path' | 'after'>;

function changedPlaces(path: DocumentPath, before: unknown, after: unknown): readonly Place[] {
  if (deepEqual(before, after)) return [];
  if (isJsonObject(before) && isJsonObject(after)) {
    const keys = new Set([...Object.keys(before), ...Object.keys(after)]);
    return [...keys].flatMap((key) => changedPlaces([...path, key], before[key], after[key]));
  }
  if (isJsonArray(before) && isJsonArray(after) && before.length === after.length) {
    return before.flatMap((item, index) => changedPlaces([...path, index], item, after[index]));
  }
  return [{ path, after }];
}

/** A document with this one change made. */
export function withChange(document: AnyDocument, { component, path, after }: DocumentChange): AnyDocument {
  const changed = document.component.map((each) => {
    if (each.name !== component) return each;
    const value = replaced(each, path, after);
    return isComponent(value) ? value : each;
  });
  return { ...document, component: changed };
}

function replaced(value: unknown, [step, ...rest]: DocumentPath, after: unknown): unknown {
  if (step === undefined) return after;
  if (isJsonArray(value)) return value.map((item, index) => (index === step ? replaced(item, rest, after) : item));
  const map = isJsonObject(value) ? value : {};
  const next = replaced(map[step], rest, after);
  const others = Object.entries(map).filter(([key]) => key !== step);
  return Object.fromEntries(next === undefined ? others : [...others, [step, next]]);
}

function isComponent(value: unknown): value is AnyComponent {
  return isJsonObject(value) && typeof value.name === 'string' && typeof value.type === 'string';
}

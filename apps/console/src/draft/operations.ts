import { isRecord } from '@kubemin/base';
import {
  findComponent,
  findPlace,
  type Lane,
  type Place,
  readComponents,
  readLanes,
  readNames,
  readSteps,
  readString,
} from './document.ts';
import { getAt, type JsonObject, type Path, removeAt, setAt } from './json.ts';

/** A change of a document. */
export type Operation = (document: JsonObject) => JsonObject;

/** Where a component goes: into a lane, at a place among its cards. Without a lane: no step delivers it. */
export interface Target {
  readonly lane?: number;
  readonly at?: number;
}

function toObject(value: unknown, otherwise: JsonObject): JsonObject {
  return isRecord(value) ? value : otherwise;
}

/** Sets what is at a path. */
export function setValue(path: Path, value: unknown): Operation {
  return (document) => toObject(setAt(document, path, value), document);
}

/** Removes what is at a path. An object that is then empty goes too, up to a component or step. */
export function removeValue(path: Path): Operation {
  return (document) => {
    const without = toObject(removeAt(document, path), document);
    const parent = path.slice(0, -1);
    const left = getAt(without, parent);
    const isEmptyObject = isRecord(left) && Object.keys(left).length === 0;
    return isEmptyObject && parent.length > 2 && typeof parent.at(-1) === 'string'
      ? removeValue(parent)(without)
      : without;
  };
}

/** Replaces the whole document, as an editor of its text does. */
export function replaceDocument(next: JsonObject): Operation {
  return () => next;
}

/** A name that no component has yet: `api`, `api-2`. */
export function freeComponentName(document: JsonObject, wanted: string): string {
  return freeName(wanted, new Set(readComponents(document).map(({ name }) => name)));
}

function freeName(wanted: string, taken: ReadonlySet<string>): string {
  if (!taken.has(wanted)) return wanted;
  const base = wanted.replace(/-\d+$/, '');
  for (let number = 2; ; number += 1) {
    if (!taken.has(`${base}-${number}`)) return `${base}-${number}`;
  }
}

/** Adds a component, to a lane where one is given, else to the last step that delivers. */
export function addComponent(component: JsonObject & { readonly name: string }, target: Target = {}): Operation {
  return (document) => {
    const list = Array.isArray(document.component) ? document.component : [];
    const added = { ...document, component: [...list, component] };
    if (readSteps(document).length === 0) return added;
    const lanes = readLanes(document);
    const usual = lanes.findLastIndex((lane) => lane.kind === 'step' && lane.step.jobType === 'deploy');
    const lane = target.lane ?? usual;
    return lane < 0 ? added : moveComponent(component.name, { ...target, lane })(added);
  };
}

/** Adds components after each other, each under a name that is free. */
export function pasteComponents(components: readonly JsonObject[], target: Target = {}): Operation {
  return (document) =>
    components.reduce<JsonObject>((pasted, component) => {
      const name = freeComponentName(pasted, readString(component.name) || 'component');
      return addComponent({ ...component, name }, target)(pasted);
    }, document);
}

/** Adds a copy of a component after it. */
export function duplicateComponent(name: string): Operation {
  return (document) => {
    const found = findComponent(document, name);
    if (found === undefined || !Array.isArray(document.component)) return document;
    const copy = { ...found.value, name: freeComponentName(document, name) };
    const added = { ...document, component: document.component.toSpliced(found.index + 1, 0, copy) };
    const place = findPlace(document, name);
    return place === undefined ? added : insertInto(added, place, copy.name, place.at + 1);
  };
}

/** Renames a component, and everything in the document that names it. */
export function renameComponent(from: string, to: string): Operation {
  return (document) => {
    const found = findComponent(document, from);
    if (found === undefined || from === to) return document;
    const rename = (name: unknown): unknown => (name === from ? to : name);
    const renameNames = (value: unknown): unknown => (Array.isArray(value) ? value.map(rename) : rename(value));
    const components = mapList(document.component, (component) => ({
      ...component,
      ...(component === found.value && { name: to }),
      ...(component.dependsOn !== undefined && { dependsOn: renameNames(component.dependsOn) }),
      ...(component.traits !== undefined && { traits: renameReferences(component.traits, from, to) }),
    }));
    const steps = mapList(document.workflow, (step) => renameInStep(step, renameNames));
    const parameters = mapList(document.parameters, (parameter) => renameInParameter(parameter, from, to));
    return {
      ...document,
      component: components,
      ...(document.workflow !== undefined && { workflow: steps }),
      ...(document.parameters !== undefined && { parameters }),
    };
  };
}

function renameInStep(step: JsonObject, renameNames: (value: unknown) => unknown): JsonObject {
  return {
    ...step,
    ...(step.components !== undefined && { components: renameNames(step.components) }),
    ...(step.subSteps !== undefined && { subSteps: mapList(step.subSteps, (sub) => renameInStep(sub, renameNames)) }),
  };
}

function renameInParameter(parameter: JsonObject, from: string, to: string): JsonObject {
  if (!Array.isArray(parameter.fields)) return parameter;
  const start = `component[${from}]`;
  const rename = (path: unknown): unknown =>
    typeof path === 'string' && path.startsWith(start) ? `component[${to}]${path.slice(start.length)}` : path;
  return {
    ...parameter,
    fields: parameter.fields.map((field: unknown) =>
      isRecord(field) ? { ...field, path: rename(field.path) } : rename(field),
    ),
  };
}

/** Fields of traits whose text is the name of a component. */
const NAMING_FIELDS: ReadonlySet<string> = new Set(['sourceName', 'serviceName', 'component']);
/** Fields of traits that are objects with the name of a component. */
const NAMING_OBJECTS: ReadonlySet<string> = new Set(['secret', 'config']);

function renameReferences(value: unknown, from: string, to: string): unknown {
  if (Array.isArray(value)) return value.map((item) => renameReferences(item, from, to));
  if (!isRecord(value)) return value;
  return Object.fromEntries(
    Object.entries(value).map(([key, inner]) => {
      if (NAMING_FIELDS.has(key) && inner === from) return [key, to];
      if (NAMING_OBJECTS.has(key) && isRecord(inner) && inner.name === from) return [key, { ...inner, name: to }];
      return [key, renameReferences(inner, from, to)];
    }),
  );
}

/** Removes a component, from the steps and dependencies that name it too. */
export function removeComponent(name: string): Operation {
  return (document) => {
    if (findComponent(document, name) === undefined || !Array.isArray(document.component)) return document;
    const others = document.component.filter((component: unknown) => !isRecord(component) || component.name !== name);
    const without = (value: unknown): unknown =>
      Array.isArray(value) ? value.filter((other) => other !== name) : value === name ? [] : value;
    return {
      ...document,
      component: mapList(others, ({ dependsOn, ...component }) => {
        const left = without(dependsOn);
        return left === undefined || readNames(left).length === 0 ? component : { ...component, dependsOn: left };
      }),
      ...(document.workflow !== undefined && {
        workflow: mapList(document.workflow, (step) => renameInStep(step, without)),
      }),
    };
  };
}

/**
 * Moves a component into a lane, at a place among its cards, or out of the workflow. A document without a workflow gets the
 * one that the canvas shows for it first.
 */
export function moveComponent(name: string, { lane, at }: Target): Operation {
  return (document) => {
    const written = writeWorkflow(document);
    const lanes = readLanes(written);
    const target = lane === undefined ? undefined : lanes[lane];
    const without = takeOut(written, name);
    if (target?.kind !== 'step') return without;
    const { step, components } = target;
    const others = components.filter((each) => each !== name);
    const next = others[Math.min(at ?? others.length, others.length)];
    const place = next === undefined ? undefined : placeIn(without, step.index, next);
    if (place !== undefined) return insertInto(without, place, name, place.at);
    const last = others.at(-1);
    const before = last === undefined ? undefined : placeIn(without, step.index, last);
    if (before !== undefined) return insertInto(without, before, name, before.at + 1);
    const subSteps = Array.isArray(step.value.subSteps) ? step.value.subSteps : [];
    return insertInto(
      without,
      { step: step.index, ...(subSteps.length > 0 && { sub: subSteps.length - 1 }) },
      name,
      Number.POSITIVE_INFINITY,
    );
  };
}

function placeIn(document: JsonObject, step: number, component: string): Place | undefined {
  return readSteps(document)
    .flatMap(({ places }) => places)
    .find((place) => place.step === step && place.component === component);
}

/** Removes a component from all steps that deliver. */
function takeOut(document: JsonObject, name: string): JsonObject {
  const without = (value: unknown): unknown => readNames(value).filter((other) => other !== name);
  const delivering = new Set(
    readSteps(document).flatMap(({ jobType, value }) => (jobType === 'deploy' ? [value] : [])),
  );
  return {
    ...document,
    ...(document.workflow !== undefined && {
      workflow: mapList(document.workflow, (step) => (delivering.has(step) ? renameInStep(step, without) : step)),
    }),
  };
}

function insertInto(
  document: JsonObject,
  { step, sub }: Pick<Place, 'step' | 'sub'>,
  name: string,
  at: number,
): JsonObject {
  const path: Path = ['workflow', step, ...(sub === undefined ? [] : ['subSteps', sub]), 'components'];
  const names = readNames(getAt(document, path));
  return setValue(path, names.toSpliced(Math.min(at, names.length), 0, name))(document);
}

/** Writes the steps down that the platform would derive. */
function writeWorkflow(document: JsonObject): JsonObject {
  if (readSteps(document).length > 0) return document;
  const lanes = readLanes(document).filter(
    (lane): lane is Extract<Lane, { kind: 'derived' }> => lane.kind === 'derived',
  );
  const steps = lanes
    .filter(({ components }) => components.length > 0)
    .map(({ name, mode, components }) => ({ name: name || 'deploy', mode, components: [...components] }));
  return steps.length === 0 ? document : { ...document, workflow: steps };
}

/** Adds an empty step at a place among the steps, or as the last one. */
export function addStep(at = Number.POSITIVE_INFINITY, step: JsonObject = {}): Operation {
  return (document) => {
    const written = writeWorkflow(document);
    const list = Array.isArray(written.workflow) ? written.workflow : [];
    const taken = new Set(readSteps(written).map(({ name }) => name));
    const wanted = readString(step.name) || `step-${list.length + 1}`;
    return { ...written, workflow: list.toSpliced(at, 0, { mode: 'DAG', ...step, name: freeName(wanted, taken) }) };
  };
}

/** Renames a step, and the conditions and inputs that refer to it. */
export function renameStep(index: number, to: string): Operation {
  return (document) => {
    const from = readString(getAt(document, ['workflow', index, 'name']));
    const renamed = setValue(['workflow', index, 'name'], to)(document);
    if (from === '' || from === to) return renamed;
    const reference = new RegExp(`\\bsteps\\.${from.replace(/[^\w-]/g, '\\$&')}(?=\\.)`, 'gi');
    const rename = (text: unknown): unknown =>
      typeof text === 'string' ? text.replace(reference, `steps.${to}`) : text;
    const inStep = (step: JsonObject): JsonObject => ({
      ...step,
      ...(step.if !== undefined && { if: rename(step.if) }),
      ...(step.inputs !== undefined && {
        inputs: mapList(step.inputs, (input) => ({ ...input, from: rename(input.from) })),
      }),
      ...(step.subSteps !== undefined && { subSteps: mapList(step.subSteps, inStep) }),
    });
    return { ...renamed, workflow: mapList(renamed.workflow, inStep) };
  };
}

export function removeStep(index: number): Operation {
  return (document) => {
    const list = Array.isArray(document.workflow) ? document.workflow : [];
    return { ...document, workflow: list.toSpliced(index, 1) };
  };
}

/** Moves a step to another place in the order. */
export function moveStep(from: number, to: number): Operation {
  return (document) => {
    const list = Array.isArray(document.workflow) ? document.workflow : [];
    if (from < 0 || from >= list.length) return document;
    const at = Math.max(0, Math.min(to, list.length - 1));
    return { ...document, workflow: list.toSpliced(from, 1).toSpliced(at, 0, list[from]) };
  };
}

export function setStepMode(index: number, mode: 'StepByStep' | 'DAG'): Operation {
  return setValue(['workflow', index, 'mode'], mode);
}

/** Adds a trait with what it starts as. A component that has it stays as it is. */
export function addTrait(component: number, trait: string, value: unknown): Operation {
  return (document) => {
    const path: Path = ['component', component, 'traits', trait];
    return getAt(document, path) === undefined ? setValue(path, value)(document) : document;
  };
}

export function removeTrait(component: number, trait: string): Operation {
  return removeValue(['component', component, 'traits', trait]);
}

function mapList(value: unknown, change: (entry: JsonObject) => JsonObject): unknown {
  return Array.isArray(value) ? value.map((entry) => (isRecord(entry) ? change(entry) : entry)) : value;
}

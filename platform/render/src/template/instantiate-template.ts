import { isJsonObject, type JsonObject } from '@kubemin/kubeapi';
import {
  type AnyComponent,
  type AnyDocument,
  DEFAULT_VERSION,
  type DocumentPath,
  type WorkflowStep,
  type WorkflowSubStep,
} from '@kubemin/model';
import type { Renames } from './address.ts';
import { cloneName } from './clone-name.ts';
import { type Clone, rewritten } from './rewrite.ts';
import { TemplateError } from './template-error.ts';
import { templateFaults } from './template-faults.ts';
import { matchOverrides, type TemplateOverride } from './template-override.ts';
import { type FilledField, filledFields, withFieldAt } from './template-parameters.ts';

/** Annotations about where a component comes from; they reach its objects too. */
export const TEMPLATE_ANNOTATION = {
  id: 'kubemin.io/template-id',
  version: 'kubemin.io/template-version',
  component: 'kubemin.io/template-component',
} as const;

/** The application that wants the clones. */
export interface TemplateRequest {
  readonly app: string;
  readonly namespace: string;
  readonly overrides: readonly TemplateOverride[];
  /** Names other components of the application have already. */
  readonly taken?: readonly string[];
}

/** What an application gets of a template. */
export interface TemplateInstance {
  /** In the order of the template; canonical, to be validated with the rest of the application. */
  readonly components: readonly AnyComponent[];
  /** The template's workflow in the application's words, for applications that have none of their own. */
  readonly workflow: readonly WorkflowStep[];
  /** What each component of the template is called in the application. */
  readonly names: Readonly<Record<string, string>>;
  /** The fields that parameters filled, by the index of the component. */
  readonly filled: readonly { readonly component: number; readonly path: DocumentPath; readonly parameter: string }[];
}

/**
 * Copies the components of a template application for another one: with new names, overrides merged in, and
 * everything they refer to renamed with them. The same request gives the same components. Throws TemplateError.
 */
export function instantiateTemplate(template: AnyDocument, request: TemplateRequest): TemplateInstance {
  const [fault] = templateFaults(template, request.overrides);
  if (fault !== undefined) throw new TemplateError(fault.code, fault.message);
  const overrides = overridesByComponent(template, request);
  const share = request.overrides.find(({ traits }) => traits?.share !== undefined)?.traits?.share;
  const names = nameClones(template, request, share === undefined ? overrides : 'kept');
  const renames = new Map([...names].flatMap(([old, name]) => [[old, name] as const, [`tem-${old}`, name] as const]));
  const fills = filledFields(template, request.overrides);
  const components = template.component.map((component) => {
    const { name: old } = component;
    const name = names.get(old) ?? old;
    // Shared components are the same object for all, whatever the application is called.
    const app = share === undefined ? request.app : name;
    const clone = { app, namespace: request.namespace, old, name, renames };
    const own = fills.filter((fill) => fill.component === old);
    return cloned(component, clone, { template, override: overrides.get(old) ?? {}, share, fills: own });
  });
  const filled = fills.map(({ component, path, parameter }) => ({
    component: template.component.findIndex(({ name }) => name === component),
    path,
    parameter,
  }));
  const workflow = cloneWorkflow(template.workflow, names);
  return { components, workflow, names: Object.fromEntries(names), filled };
}

function overridesByComponent(template: AnyDocument, request: TemplateRequest): ReadonlyMap<string, TemplateOverride> {
  const { byComponent } = matchOverrides(template.component, request.overrides);
  return new Map([...byComponent].map(([name, index]) => [name, request.overrides[index] ?? {}]));
}

function nameClones(
  template: AnyDocument,
  { app, taken = [] }: TemplateRequest,
  overrides: ReadonlyMap<string, TemplateOverride> | 'kept',
): ReadonlyMap<string, string> {
  if (overrides === 'kept') return new Map(template.component.map(({ name }) => [name, name]));
  const given = new Map(
    [...overrides].flatMap(([old, { name }]) => (name === undefined ? [] : [[old, name] as const])),
  );
  const used = new Set([...taken, ...given.values()]);
  const names = new Map<string, string>();
  for (const { name: old } of template.component) {
    const name = given.get(old) ?? cloneName(app, old, used);
    used.add(name);
    names.set(old, name);
  }
  return names;
}

interface Origin {
  readonly template: AnyDocument;
  readonly override: TemplateOverride;
  readonly share: unknown;
  readonly fills: readonly FilledField[];
}

function cloned(component: AnyComponent, clone: Clone, { template, override, share, fills }: Origin): AnyComponent {
  const own = parameterised(component, clone, fills);
  const { image = own.image, replicas = own.replicas } = override;
  const traits = {
    ...own.traits,
    ...(override.traits?.resources === undefined ? {} : { resources: override.traits.resources }),
    ...(share === undefined ? {} : { share }),
  };
  const inherited = (component.dependsOn ?? []).map((name) => clone.renames.get(name) ?? name);
  const dependsOn = [...new Set([...inherited, ...(override.dependsOn ?? [])])];
  return {
    name: clone.name,
    type: component.type,
    ...(image === undefined ? {} : { image }),
    replicas,
    properties: overridden(own.properties, override, provenance(template, component)),
    traits,
    ...(dependsOn.length === 0 ? {} : { dependsOn }),
  };
}

/** The component with its references renamed first, so that values of parameters are taken as they are. */
function parameterised(
  { image, replicas, properties, traits }: AnyComponent,
  clone: Clone,
  fills: readonly FilledField[],
) {
  const renamed: unknown = {
    image,
    replicas,
    properties: rewritten(properties, clone),
    traits: rewritten(traits, clone),
  };
  const filled = fills.reduce((value, fill) => withFieldAt(value, fill.path, fill.value(clone.renames)), renamed);
  const fields = asObject(filled);
  return {
    ...(typeof fields.image === 'string' && { image: fields.image }),
    replicas: typeof fields.replicas === 'number' ? fields.replicas : replicas,
    properties: asObject(fields.properties),
    traits: asObject(fields.traits),
  };
}

/** A map of the template is merged with that of the override; one the template's component lacks means nothing to it. */
function overridden(properties: JsonObject, override: TemplateOverride, annotations: JsonObject): object {
  const merged = (['env', 'conf', 'secret'] as const).flatMap((key) => {
    const own = properties[key];
    const more = override.properties?.[key];
    return isJsonObject(own) && more !== undefined ? [[key, { ...own, ...more }] as const] : [];
  });
  return {
    ...properties,
    ...Object.fromEntries(merged),
    annotations: { ...asObject(properties.annotations), ...annotations },
  };
}

function provenance(template: AnyDocument, component: AnyComponent): Readonly<Record<string, string>> {
  return {
    [TEMPLATE_ANNOTATION.id]: template.id ?? template.name,
    [TEMPLATE_ANNOTATION.version]: template.version ?? DEFAULT_VERSION,
    [TEMPLATE_ANNOTATION.component]: component.name,
  };
}

function asObject(value: unknown): JsonObject {
  return isJsonObject(value) ? value : {};
}

/** A template's workflow in the words of the application. Steps named after a component are named after its clone. */
function cloneWorkflow(steps: readonly WorkflowStep[], renames: Renames): readonly WorkflowStep[] {
  return steps.map((step) => ({
    ...step,
    ...cloneStep(step, renames),
    ...(step.subSteps === undefined
      ? {}
      : { subSteps: step.subSteps.map((subStep) => ({ ...subStep, ...cloneStep(subStep, renames) })) }),
  }));
}

function cloneStep(step: WorkflowSubStep, renames: Renames): WorkflowSubStep {
  const renamed = (name: string) => renames.get(name) ?? name;
  const referring = (text: string) =>
    text.replaceAll(/\bsteps\.([a-z0-9-]+)\./g, (_match, name: string) => `steps.${renamed(name)}.`);
  return {
    ...step,
    name: renamed(step.name),
    components: step.components.map(renamed),
    ...(step.if === undefined ? {} : { if: referring(step.if) }),
    ...(step.inputs === undefined
      ? {}
      : { inputs: step.inputs.map((input) => ({ ...input, from: referring(input.from) })) }),
  };
}

import { errorMessage } from '@kubemin/base/message';
import type {
  ChangeContext,
  CheckContext,
  ComponentType,
  FieldWording,
  RegistryAdditions,
  Report,
  Trait,
  Wording,
  WorkflowJobType,
} from '@kubemin/model';
import * as z from 'zod';
import type {
  DescribedComponentType,
  DescribedStepType,
  DescribedTrait,
  PluginCall,
  PluginCalls,
  PluginDescription,
  PluginQuestion,
} from '../description/index.ts';
import { objectSchemaFromJson, schemaFromJson } from './schema.ts';

/** The registry entries of a plug-in. Without `calls`, only what its schemas express is checked. */
export function pluginRegistryAdditions(description: PluginDescription, calls?: PluginCalls): RegistryAdditions {
  const { traits, componentTypes, stepTypes } = description;
  return {
    traits: mapEntries(traits, (name, each) => modelTrait(name, each, calls)),
    componentTypes: mapEntries(componentTypes, (name, each) => modelComponentType(name, each, calls)),
    jobTypes: mapEntries(stepTypes, (name, each) => modelStepType(name, each, calls)),
    wording: {
      ...entryWordings(traits, (name) => [`trait.${name}`, name]),
      ...entryWordings(componentTypes, (name) => [`type.${name}`, `type.${name}`]),
      ...entryWordings(stepTypes, (name) => [`job.${name}`, `job.${name}`]),
    },
  };
}

function mapEntries<T, U>(entries: Readonly<Record<string, T>>, make: (name: string, entry: T) => U) {
  return Object.fromEntries(Object.entries(entries).map(([name, entry]) => [name, make(name, entry)]));
}

function modelTrait(entry: string, described: DescribedTrait, calls: PluginCalls | undefined): Trait {
  const { summary, schema, scope, functions } = described;
  return {
    summary,
    schema: schemaFromJson(schema),
    ...(scope !== undefined && { scope }),
    check: (data, context) => {
      const call = { function: 'trait.check', entry, args: { data, context: plainContext(context) } };
      reportFindings(calls, call, context.report, checkResponder(context));
    },
    ...(functions.includes('checkChange') && {
      checkChange: (previous: unknown, next: unknown, { report, ...context }: ChangeContext) => {
        reportFindings(calls, { function: 'trait.checkChange', entry, args: { previous, next, context } }, report);
      },
    }),
  };
}

function modelComponentType(
  entry: string,
  described: DescribedComponentType,
  calls: PluginCalls | undefined,
): ComponentType {
  const { summary, properties, image, scales, runs, functions } = described;
  return {
    summary,
    properties: objectSchemaFromJson(properties),
    image,
    ...(scales !== undefined && { scales }),
    ...(runs !== undefined && { runs }),
    ...(functions.includes('serves') && {
      serves: (data: unknown) => servedPorts(calls, { function: 'type.serves', entry, args: { data } }),
    }),
    check: (data, context) => {
      const call = { function: 'type.check', entry, args: { data, context: plainContext(context) } };
      reportFindings(calls, call, context.report, checkResponder(context));
    },
  };
}

function modelStepType(entry: string, described: DescribedStepType, calls: PluginCalls | undefined): WorkflowJobType {
  const { summary, schema, components = 'optional', outputs } = described;
  return {
    summary,
    schema: objectSchemaFromJson(schema),
    components,
    ...(outputs !== undefined && { outputs }),
    check: (data, { report }) => reportFindings(calls, { function: 'step.check', entry, args: { data } }, report),
  };
}

/** A failure is reported by the check of the same entry; here it must not stop the reading of the document. */
function servedPorts(calls: PluginCalls | undefined, call: PluginCall): readonly number[] {
  try {
    return z
      .array(z.number())
      .catch([])
      .parse(calls?.call(call) ?? []);
  } catch {
    return [];
  }
}

const findings = z.array(
  z.object({
    path: z.array(z.union([z.string(), z.number()])),
    code: z.string(),
    message: z.string(),
    fix: z.string().optional(),
    severity: z.enum(['error', 'warning']).optional(),
  }),
);

function reportFindings(
  calls: PluginCalls | undefined,
  call: PluginCall,
  report: Report,
  respond?: (question: PluginQuestion) => unknown,
): void {
  if (calls === undefined) return;
  try {
    for (const { fix, severity, ...finding } of findings.parse(calls.call(call, respond))) {
      report({ ...finding, ...(fix !== undefined && { fix }), ...(severity !== undefined && { severity }) });
    }
  } catch (error) {
    report({ path: [], code: 'PLUGIN_FAILED', message: errorMessage(error) });
  }
}

function plainContext({ component, namespace, container }: CheckContext) {
  return { component, namespace, container };
}

function checkResponder(context: CheckContext) {
  return ({ name, args: [first, second] }: PluginQuestion): unknown => {
    if (name === 'sourceKeys' && (first === 'config' || first === 'secret')) {
      return context.sourceKeys(first, String(second));
    }
    if (name === 'endpoint') return context.endpoint(String(first));
    return name === 'trait' ? context.trait(String(first)) : undefined;
  };
}

type Worded = Readonly<Record<string, Pick<DescribedTrait, 'wording'>>>;

function entryWordings(entries: Worded, places: (name: string) => readonly [entry: string, fields: string]): Wording {
  return Object.fromEntries(
    Object.entries(entries).flatMap(([name, { wording }]): readonly (readonly [string, FieldWording])[] => {
      const [entry, fields] = places(name);
      const words = Object.entries(wording?.fields ?? {}).map(
        ([at, each]) => [`${fields}.${at}`, toWording(each)] as const,
      );
      return wording?.entry === undefined ? words : [[entry, toWording(wording.entry)], ...words];
    }),
  );
}

type DescribedWording = NonNullable<NonNullable<DescribedTrait['wording']>['entry']>;

function toWording({ label, help, options, group, example }: DescribedWording): FieldWording {
  return {
    label,
    help,
    ...(options !== undefined && { options }),
    ...(group !== undefined && { group }),
    ...(example !== undefined && { example }),
  };
}

import {
  type AppDocument,
  builtinRegistry,
  createModel,
  extendRegistry,
  stepTypeDeclarations,
  type WorkflowMode,
} from '@kubemin/model';
import { builtinStepTypes } from '../steps/step-types/builtin.ts';
import { probeType } from './probe.ts';

const model = createModel(extendRegistry(builtinRegistry, stepTypeDeclarations([...builtinStepTypes, probeType({})])));

/** A document of configs (`c…`) and workloads (`d…`), in one step; read by the real model. */
export function makeDocument(components: readonly string[], mode: WorkflowMode = 'StepByStep'): AppDocument {
  return parseDocument({
    name: 'test-app',
    component: components.map((name) => ({ name, type: 'config', properties: { conf: { key: 'value' } } })),
    workflow: [{ name: 'all', mode, components }],
  });
}

/** Reads a document as the server would, and throws its problems. */
export function parseDocument(input: unknown): AppDocument {
  const { document, problems } = model.parse(input);
  if (document === undefined) throw new Error(JSON.stringify(problems).slice(0, 500));
  return document;
}

/** A document of configs and workloads, each with a step of its own name, and the steps a test is about. */
export function documentWithSteps(components: readonly string[], workflow: readonly object[]): AppDocument {
  const component = components.map((name) => ({ name, type: 'config', properties: { conf: { key: 'value' } } }));
  return parseDocument({ name: 'test-app', component, workflow });
}

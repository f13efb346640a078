import { type AppDocument, builtinRegistry, createModel, type WorkflowMode } from '@kubemin/model';

/** A document of configs (`c…`) and workloads (`d…`), in one step; read by the real model. */
export function documentOf(components: readonly string[], mode: WorkflowMode = 'StepByStep'): AppDocument {
  return parseDocument({
    name: 'test-app',
    component: components.map((name) => ({ name, type: 'config', properties: { conf: { key: 'value' } } })),
    workflow: [{ name: 'all', mode, components }],
  });
}

/** Reads a document as the server would, and throws its problems. */
export function parseDocument(input: unknown): AppDocument {
  const { document, problems } = createModel(builtinRegistry).parse(input);
  if (document === undefined) throw new Error(JSON.stringify(problems).slice(0, 500));
  return document;
}

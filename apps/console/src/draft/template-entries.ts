import { cloneName } from '@kubemin/render';

/** The use of a template in a document. */
interface TemplateUse {
  /** The name of the application that uses it. */
  readonly app: string;
  /** Not its name, which several templates may have. */
  readonly templateId: string;
  /** Components of the template, in their order. */
  readonly components: readonly string[];
  /** Names that components of the application have already. */
  readonly taken?: readonly string[];
  readonly parameters?: Readonly<Record<string, unknown>>;
}

/**
 * Components that come from a template, under the names that the platform gives them. The first one has the parameters, which
 * all share.
 */
export function templateEntries({ app, templateId, components, taken = [], parameters = {} }: TemplateUse) {
  const used = new Set(taken);
  const shared = Object.keys(parameters).length === 0 ? {} : { parameters };
  return components.map((target, at) => {
    const name = cloneName(app, target, used);
    used.add(name);
    return { name, template: { id: templateId, target, ...(at === 0 && shared) } };
  });
}

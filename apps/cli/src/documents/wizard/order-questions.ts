import { wizardMessages } from '../../messages/index.ts';
import type { Translate } from '../../terminal/index.ts';
import {
  type DeployOrder,
  type OrderedComponent,
  orderByReferences,
  orderFault,
  orderText,
  readOrder,
  toWorkflow,
  typedOrder,
} from './deploy-order.ts';
import type { Script } from './interview.ts';
import { questionFlag } from './question-id.ts';
import type { WizardContext } from './wizard-context.ts';

/** Asks in which order the components are deployed, and writes that down as the workflow. */
export function* askOrder({ sketch, translate }: WizardContext): Script<void> {
  const components = orderedComponents(sketch.at(['component']));
  if (components.length < 2) return;
  const names = components.map(({ name }) => name);
  const found = orderByReferences(components);
  const choice = yield {
    kind: 'select',
    id: 'order',
    flag: questionFlag('order'),
    message: translate(wizardMessages.deployOrder({ order: orderText(found) })),
    options: [
      { value: 'accept', label: translate(wizardMessages.accept) },
      { value: 'edit', label: translate(wizardMessages.edit) },
      { value: 'parallel', label: translate(wizardMessages.parallel) },
    ],
    default: 'accept',
  };
  if (choice === 'parallel') sketch.set(['workflow'], toWorkflow([names]));
  else if (choice === 'accept') sketch.set(['workflow'], toWorkflow(found));
  else {
    const typed = yield {
      kind: 'text',
      id: 'order.steps',
      flag: questionFlag('order.steps'),
      message: translate(wizardMessages.order),
      help: translate(wizardMessages.orderHelp),
      default: typedOrder(found),
      check: (text) => faultText(readOrder(text), names, translate),
    };
    sketch.set(['workflow'], toWorkflow(readOrder(String(typed))));
  }
}

function faultText(order: DeployOrder, names: readonly string[], translate: Translate): string | undefined {
  const fault = orderFault(order, names);
  switch (fault?.kind) {
    case undefined:
      return undefined;
    case 'missing':
      return translate(wizardMessages.orderMissing({ components: fault.names.join(', ') }));
    case 'twice':
      return translate(wizardMessages.orderTwice({ component: fault.name }));
    case 'unknown':
      return translate(wizardMessages.orderUnknown({ name: fault.name }));
  }
}

/** The components of a sketch; entries with a template and without a name are deployed under the names of the template. */
function orderedComponents(value: unknown): readonly OrderedComponent[] {
  return Array.isArray(value) ? value.filter(isNamed) : [];
}

function isNamed(value: unknown): value is OrderedComponent {
  return typeof value === 'object' && value !== null && 'name' in value && typeof value.name === 'string';
}

import { ownEntry } from '@kubemin/base';
import type { DocumentPath, FormField } from '@kubemin/model';
import { wizardMessages } from '../../messages/index.ts';
import { type FieldPlace, fieldPlace, type Holder } from './field-place.ts';
import { askField } from './field-questions.ts';
import { askMore, askProminent } from './group-questions.ts';
import type { Script } from './interview.ts';
import { questionFlag, questionId } from './question-id.ts';
import { about } from './scalar-questions.ts';
import type { WizardContext } from './wizard-context.ts';

/** Fields of every component that runs something, offered among the settings most do without. */
const HEAD_EXTRAS: readonly string[] = ['replicas', 'dependsOn'];

/** Asks for one component: type, name, image, what its type takes, its traits, and what else is wanted. */
export function* askComponent(context: WizardContext, index: number): Script<void> {
  const { form, sketch } = context;
  const path: DocumentPath = ['component', index];
  const type = yield* askType(context, headPlace(context, index, 'type'));
  yield* askField(context, headPlace(context, index, 'name'));
  const name = String(sketch.at([...path, 'name']));
  const all = ownEntry(form.componentTypes, type)?.field.fields ?? [];
  const fields = all.filter((field) => field.name !== 'image');
  const runsImage = fields.length < all.length;
  if (runsImage) yield* askField(context, { ...headPlace(context, index, 'image'), needed: true });
  const properties: Holder = { path: [...path, 'properties'], title: name };
  yield* askProminent(context, fields, { holder: properties, ask: askField });
  if (runsImage) yield* askTraits(context, { path, title: name }, type);
  const extras = runsImage ? form.component.filter((field) => HEAD_EXTRAS.includes(field.name)) : [];
  yield* askMore(context, [...fields, ...extras], {
    holder: properties,
    elsewhere: (field) => (extras.includes(field) ? { path, title: name } : undefined),
    ask: askField,
  });
}

function headPlace(context: WizardContext, index: number, name: string): FieldPlace {
  const field = context.form.component.find((each) => each.name === name);
  if (field === undefined) throw new TypeError(`components have no field ${name}`);
  const title = context.translate(
    wizardMessages.component({ number: index + 1, field: field.label[context.translate.language] }),
  );
  return { ...fieldPlace(field, { path: ['component', index], title: '' }, context), title };
}

function* askType(context: WizardContext, place: FieldPlace): Script<string> {
  const { form, translate, sketch } = context;
  const options = Object.entries(form.componentTypes).map(([value, { label, summary }]) => ({
    value,
    label: label[translate.language],
    hint: summary[translate.language],
  }));
  const usual = options[0]?.value ?? '';
  const type = String(yield { kind: 'select', ...about(context, place), options, default: usual });
  sketch.set(place.path, type);
  return type;
}

function* askTraits(context: WizardContext, { path, title }: Holder, type: string): Script<void> {
  const { form, translate } = context;
  const id = questionId([...path, 'traits']);
  const picked = yield {
    kind: 'multi-select',
    id,
    flag: questionFlag(id),
    message: translate(wizardMessages.traitsOf({ component: title })),
    options: Object.entries(form.traits)
      .filter(([, { componentTypes }]) => componentTypes.includes(type))
      .map(([value, { label, summary }]) => ({
        value,
        label: label[translate.language],
        hint: summary[translate.language],
      })),
    default: [],
    opens: id,
  };
  for (const name of Array.isArray(picked) ? picked : []) {
    const field: FormField | undefined = ownEntry(form.traits, name)?.field;
    if (field === undefined) continue;
    yield* askField(context, { ...fieldPlace(field, { path: [...path, 'traits'], title }, context), needed: true });
  }
}

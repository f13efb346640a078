import { isRecord } from '@kubemin/base';
import { type FormField, formatPath } from '@kubemin/model';
import { useRef } from 'react';
import { getAt, type Path } from '../../../draft/index.ts';
import { Segments, Switch } from '../../../kit/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { editorMessages } from '../../../messages/index.ts';
import { JsonEditor, JsonField, NumberField, PasswordField, SelectField, SwitchField, TextField } from './controls.tsx';
import { KeyValueField, ListField } from './entries.tsx';
import styles from './form.module.css';
import { type AnyField, type FieldProps, useFieldTexts, useForm } from './form-target.tsx';
import { startingValue } from './starting-value.ts';
import { NestedTraits } from './traits.tsx';

interface FieldListProps {
  readonly fields: readonly FormField[];
  readonly path: Path;
  readonly exclude?: readonly string[];
}

/** The fields of an object in their order; those that are folded away at the end. */
export function FieldList({ fields, path, exclude = [] }: FieldListProps) {
  const { t } = useLanguage();
  const { root } = useForm();
  const shown = fields
    .filter(({ name }) => !exclude.includes(name))
    .toSorted((left, right) => left.order - right.order);
  const isFolded = (field: FormField): boolean => field.group === 'advanced' || field.group === 'metadata';
  const folded = shown.filter(isFolded);
  const value = getAt(root, path);
  const used = folded.filter(({ name }) => isRecord(value) && value[name] !== undefined).length;
  return (
    <>
      {shown
        .filter((field) => !isFolded(field))
        .map((field) => (
          <FormFieldView key={field.name} field={field} path={[...path, field.name]} />
        ))}
      {folded.length > 0 && (
        <details className={styles.more} open={used > 0}>
          <summary>{t(editorMessages.advanced({ count: folded.length }))}</summary>
          <div className={styles.fields}>
            {folded.map((field) => (
              <FormFieldView key={field.name} field={field} path={[...path, field.name]} />
            ))}
          </div>
        </details>
      )}
    </>
  );
}

/** One field with the control of its widget. */
export function FormFieldView(props: FieldProps) {
  return (
    <div data-path={formatPath(props.path)} className={styles.place}>
      <Control {...props} />
    </div>
  );
}

function Control(props: FieldProps) {
  switch (props.field.widget) {
    case 'group':
      return <GroupField {...props} />;
    case 'list':
    case 'tags':
      return <ListField {...props} />;
    case 'keyValue':
      return <KeyValueField {...props} />;
    case 'switch':
      return <SwitchField {...props} />;
    case 'select':
      return <SelectField {...props} />;
    case 'password':
      return <PasswordField {...props} />;
    case 'number':
      return <NumberField {...props} />;
    case 'traits':
      return <NestedTraits {...props} />;
    case 'json':
      return <JsonField {...props} />;
    default:
      return <TextField {...props} />;
  }
}

/** Fields of an object; of those of which exactly one must be given, the chosen one. */
function GroupField(props: FieldProps) {
  const { field, path } = props;
  const { root, change } = useForm();
  const { name, help, error } = useFieldTexts(props);
  const isGiven = getAt(root, path) !== undefined;
  return (
    <fieldset className={styles.group} aria-label={name}>
      <div className="row">
        <span className="small medium grow">{name}</span>
        {!field.required && (
          <Switch
            label={name}
            checked={isGiven}
            onChange={(next) => change(path, next ? startingValue(field) : undefined)}
          />
        )}
      </div>
      {help !== undefined && <span className="small hint">{help}</span>}
      {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      {(isGiven || field.required) && <GroupFields field={field} path={path} fields={field.fields ?? []} />}
    </fieldset>
  );
}

interface GroupFieldsProps {
  readonly field: AnyField;
  readonly path: Path;
  readonly fields: readonly FormField[];
}

/** The fields of a group or of an entry of a list. */
export function GroupFields({ field, path, fields }: GroupFieldsProps) {
  const branches = field.exactlyOne ?? [];
  return (
    <div className={styles.fields}>
      <FieldList fields={fields} path={path} exclude={branches} />
      {branches.length > 0 && <Branches fields={fields.filter(({ name }) => branches.includes(name))} path={path} />}
      <OtherFields path={path} known={fields.map(({ name }) => name)} />
    </div>
  );
}

/** Exactly one of several fields. Another choice keeps what was written for the first until the form is left. */
function Branches({ fields, path }: { readonly fields: readonly FormField[]; readonly path: Path }) {
  const { t } = useLanguage();
  const { root, change } = useForm();
  const left = useRef(new Map<string, unknown>());
  const given = fields.filter(({ name }) => getAt(root, [...path, name]) !== undefined);
  const chosen = given[0];
  const choose = (name: string): void => {
    for (const each of given) {
      left.current.set(each.name, getAt(root, [...path, each.name]));
      if (each.name !== name) change([...path, each.name], undefined);
    }
    const field = fields.find((each) => each.name === name);
    if (field !== undefined) change([...path, name], left.current.get(name) ?? startingValue(field));
  };
  return (
    <>
      <Segments
        label={t(editorMessages.chooseOne)}
        value={chosen?.name ?? ''}
        options={fields.map((field) => ({ value: field.name, text: t(field.label) }))}
        onChange={choose}
      />
      {given.map((field) =>
        field.widget === 'group' ? (
          <div key={field.name} data-path={formatPath([...path, field.name])} className={styles.place}>
            <GroupFields field={field} path={[...path, field.name]} fields={field.fields ?? []} />
          </div>
        ) : (
          <FormFieldView key={field.name} field={field} path={[...path, field.name]} />
        ),
      )}
    </>
  );
}

/** Fields that no form describes: nothing of a document is hidden. */
export function OtherFields({ path, known }: { readonly path: Path; readonly known: readonly string[] }) {
  const { t } = useLanguage();
  const { root, change, problemAt } = useForm();
  const value = getAt(root, path);
  const others = isRecord(value) ? Object.keys(value).filter((key) => !known.includes(key)) : [];
  if (others.length === 0) return null;
  return (
    <details className={styles.more} open>
      <summary>{t(editorMessages.otherFields({ count: others.length }))}</summary>
      <div className={styles.fields}>
        {others.map((key) => (
          <div key={key} data-path={formatPath([...path, key])} className={styles.place}>
            <JsonEditor
              label={key}
              error={problemAt([...path, key])}
              value={getAt(root, [...path, key])}
              onChange={(next) => change([...path, key], next)}
            />
          </div>
        ))}
      </div>
    </details>
  );
}

import { isRecord } from '@kubemin/base';
import { formatPath, type TraitSection } from '@kubemin/model';
import { Trash2 } from 'lucide-react';
import { getAt, type Path, readTraits } from '../../../draft/index.ts';
import { Button, IconButton, Menu, MenuItem } from '../../../kit/index.ts';
import { useLanguage } from '../../../language/index.ts';
import { editorMessages } from '../../../messages/index.ts';
import { FormFieldView, GroupFields } from './fields.tsx';
import styles from './form.module.css';
import { type FieldProps, useFieldTexts, useForm } from './form-target.tsx';
import { ProblemBadge, TraitIcon } from './marks.tsx';
import { startingValue } from './starting-value.ts';

interface TraitListProps {
  /** Of the object that has the traits, as `component[0].traits`. */
  readonly path: Path;
  /** Whether a trait can be added there. */
  readonly isOffered: (trait: TraitSection) => boolean;
}

/** The traits of a component, or of a container that a trait adds: a form for each, in the order of processing. */
export function TraitList({ path, isOffered }: TraitListProps) {
  const { t } = useLanguage();
  const { root, change, traits: sections = {} } = useForm();
  const value = getAt(root, path);
  const present = readTraits({ traits: isRecord(value) ? value : {} }, Object.keys(sections));
  const offered = Object.entries(sections).filter(
    ([name, trait]) => !present.some((each) => each.name === name) && isOffered(trait),
  );
  return (
    <div className={styles.fields}>
      {present.map(({ name }) => (
        <TraitForm key={name} name={name} path={[...path, name]} isOpen={present.length < 4} />
      ))}
      {present.length === 0 && <span className="secondary">{t(editorMessages.noTraits)}</span>}
      <Menu label={t(editorMessages.addTrait)} trigger={<Button>{t(editorMessages.addTrait)}</Button>}>
        {offered.map(([name, trait]) => (
          <MenuItem
            key={name}
            icon={<TraitIcon trait={name} />}
            onSelect={() => change([...path, name], startingValue(trait.field))}
          >
            {t(trait.label)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

interface TraitFormProps {
  readonly name: string;
  readonly path: Path;
  readonly isOpen: boolean;
}

function TraitForm({ name, path, isOpen }: TraitFormProps) {
  const { t } = useLanguage();
  const { change, countProblems, traits: sections = {} } = useForm();
  const trait = sections[name];
  const counts = countProblems?.(path) ?? { errors: 0, warnings: 0 };
  return (
    <div className={styles.trait} data-path={formatPath(path)}>
      <details open={isOpen || counts.errors > 0}>
        <summary>
          <TraitIcon trait={name} />
          <span className="medium grow">{trait === undefined ? name : t(trait.label)}</span>
          <ProblemBadge {...counts} />
        </summary>
        <div className={styles.fields}>
          {trait === undefined ? (
            <FormFieldView field={{ widget: 'json', required: false }} label={name} path={path} />
          ) : trait.field.widget === 'group' ? (
            <>
              <span className="small hint">{t(trait.summary)}</span>
              <GroupFields field={trait.field} path={path} fields={trait.field.fields ?? []} />
            </>
          ) : (
            <FormFieldView field={trait.field} path={path} />
          )}
        </div>
      </details>
      <IconButton
        small
        className={styles.removeTrait}
        label={t(editorMessages.removeTrait({ name }))}
        onClick={() => change(path, undefined)}
      >
        <Trash2 size={14} aria-hidden />
      </IconButton>
    </div>
  );
}

/** The traits of a container that a trait adds, such as a sidecar: those that add containers themselves are left out. */
export function NestedTraits(props: FieldProps) {
  const { path } = props;
  const { name, help, error } = useFieldTexts(props);
  const parent = path.findLast((key, at) => typeof path[at + 1] === 'number' && typeof key === 'string');
  return (
    <fieldset className={styles.group} aria-label={name}>
      <span className="small medium">{name}</span>
      {help !== undefined && <span className="small hint">{help}</span>}
      {error !== undefined && <span className={`small ${styles.error}`}>{error}</span>}
      <TraitList path={path} isOffered={({ nestedIn }) => nestedIn.includes(String(parent))} />
    </fieldset>
  );
}

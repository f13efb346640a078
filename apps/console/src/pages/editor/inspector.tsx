import { isRecord } from '@kubemin/base';
import { formatPath } from '@kubemin/model';
import { useMemo } from 'react';
import {
  findComponent,
  getAt,
  type JsonObject,
  type Path,
  readComponents,
  readSteps,
  removeValue,
  setValue,
} from '../../draft/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { ComponentInspector } from './component-inspector.tsx';
import { useEditor } from './editor-context.tsx';
import { FieldList, FormProvider, type FormTarget, GroupFields, OtherFields } from './form/index.ts';
import styles from './inspector.module.css';
import { InspectorFrame, NameRow } from './inspector-frame.tsx';
import { countProblems } from './problems.ts';

/** The properties of what is selected, as forms that the model describes. */
export function Inspector() {
  const { selection, document } = useEditor();
  const target = useFormTarget();
  if (selection === undefined) return null;
  const component = selection.kind === 'component' ? findComponent(document, selection.name) : undefined;
  return (
    <FormProvider target={target}>
      {selection.kind === 'component' && component !== undefined && (
        <ComponentInspector key={component.index} component={component} />
      )}
      {selection.kind === 'step' && <StepInspector key={selection.index} index={selection.index} />}
      {selection.kind === 'application' && <ApplicationInspector />}
    </FormProvider>
  );
}

function useFormTarget(): FormTarget {
  const { document, problems, actions, form } = useEditor();
  const { sent } = useLanguage();
  return useMemo(() => {
    const texts = new Map<string, string>();
    for (const { problem } of problems) {
      const fix = problem.fix === undefined ? '' : ` ${sent(problem, 'fix', problem.fix)}`;
      if (!texts.has(problem.path)) texts.set(problem.path, `${sent(problem, 'message', problem.message)}${fix}`);
    }
    return {
      root: document,
      change: (path, value) =>
        actions.change(value === undefined ? removeValue(path) : setValue(path, value), formatPath(path)),
      problemAt: (path) => texts.get(formatPath(path)),
      countProblems: (path) => countProblems(problems.filter((each) => path.every((key, at) => each.path[at] === key))),
      suggest: (path) => suggestNames(document, path),
      traits: form.traits,
    };
  }, [document, problems, actions, form, sent]);
}

/** Names of the document that may be meant: of components where one is named, of keys where one of them is. */
function suggestNames(document: JsonObject, path: Path): readonly string[] {
  const components = readComponents(document);
  const [last, before] = [path.at(-1), path.at(-2)];
  const ofType = (type: string): readonly string[] =>
    components.filter((each) => each.type === type).map(({ name }) => name);
  if (before === 'dependsOn' || (before === 'components' && path[0] === 'workflow'))
    return components.map(({ name }) => name);
  if (last === 'sourceName') {
    const type = getAt(document, [...path.slice(0, -1), 'type']);
    return type === 'config' || type === 'secret' ? ofType(type) : [];
  }
  if (last === 'serviceName')
    return components.filter(({ type }) => !['config', 'secret'].includes(type)).map(({ name }) => name);
  if (before === 'secret' || before === 'config') {
    if (last === 'name') return ofType(before);
    const source = findComponent(document, String(getAt(document, [...path.slice(0, -1), 'name'])));
    const data =
      source === undefined ? undefined : getAt(source.value, ['properties', before === 'secret' ? 'secret' : 'conf']);
    return isRecord(data) ? Object.keys(data) : [];
  }
  return [];
}

function StepInspector({ index }: { readonly index: number }) {
  const { t } = useLanguage();
  const { form, document, openDialog } = useEditor();
  const step = readSteps(document).find((each) => each.index === index);
  if (step === undefined) return null;
  const path: Path = ['workflow', index];
  const jobType = form.jobTypes[step.jobType];
  const isDeploy = step.jobType === 'deploy';
  const known = [
    ...form.step.map(({ name }) => name),
    'properties',
    ...(step.value.subSteps === undefined ? ['subSteps'] : []),
  ];
  return (
    <InspectorFrame
      label={step.name}
      title={<span className="heading cut">{step.name}</span>}
      subtitle={jobType === undefined ? step.jobType : t(jobType.label)}
    >
      <div className={styles.fields}>
        <NameRow path={[...path, 'name']} name={step.name} onRename={() => openDialog({ kind: 'renameStep', index })} />
        <FieldList
          fields={form.step}
          path={path}
          exclude={['name', ...(step.value.subSteps === undefined ? [] : ['components'])]}
        />
        {!isDeploy && jobType !== undefined && (
          <GroupFields field={jobType.field} path={[...path, 'properties']} fields={jobType.field.fields ?? []} />
        )}
        <OtherFields path={path} known={known} />
      </div>
    </InspectorFrame>
  );
}

function ApplicationInspector() {
  const { t } = useLanguage();
  const { form, document } = useEditor();
  const name = String(document.name ?? '');
  const known = [...form.application.map((field) => field.name), 'component', 'workflow'];
  return (
    <InspectorFrame
      label={t(editorMessages.application)}
      title={<span className="heading cut">{name || t(editorMessages.application)}</span>}
      subtitle={t(editorMessages.application)}
    >
      <div className={styles.fields}>
        <FieldList fields={form.application} path={[]} exclude={['id']} />
        <OtherFields path={[]} known={known} />
      </div>
    </InspectorFrame>
  );
}

import { isRecord } from '@kubemin/base';
import { formatPath } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Trash2, X } from 'lucide-react';
import { type ReactNode, useMemo } from 'react';
import {
  addTrait,
  type DraftComponent,
  findComponent,
  getAt,
  hideSecrets,
  type JsonObject,
  type Path,
  readComponents,
  readSteps,
  removeTrait,
  removeValue,
  restoreSecrets,
  setValue,
} from '../../draft/index.ts';
import {
  Button,
  Code,
  Count,
  ErrorPanel,
  IconButton,
  Menu,
  MenuItem,
  PanelBoundary,
  Skeleton,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { CardMenu } from './card-menu.tsx';
import { ChangeMark, ComponentHealth, ProblemBadge, TraitIcon, TypeIcon, useComponentView } from './component-view.tsx';
import { type InspectorTab, useEditor } from './editor-context.tsx';
import {
  FieldList,
  FormFieldView,
  FormProvider,
  type FormTarget,
  GroupFields,
  JsonEditor,
  OtherFields,
  startingValue,
} from './form-fields.tsx';
import styles from './inspector.module.css';
import { countProblems, documentText } from './problems.ts';

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
  const { document, problems, actions } = useEditor();
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
      suggest: (path) => suggestNames(document, path),
    };
  }, [document, problems, actions, sent]);
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

interface FrameProps {
  readonly title: ReactNode;
  readonly subtitle: string;
  readonly label: string;
  readonly icon?: ReactNode;
  readonly menu?: ReactNode;
  readonly tabs?: ReactNode;
  readonly children: ReactNode;
}

function Frame({ title, subtitle, label, icon, menu, tabs, children }: FrameProps) {
  const { t } = useLanguage();
  const { select } = useEditor();
  return (
    <aside className={styles.inspector} aria-label={t(editorMessages.inspector({ name: label }))}>
      <header className={styles.head}>
        {icon !== undefined && <span className={styles.icon}>{icon}</span>}
        <div className="two-lines grow">
          <span className="row">{title}</span>
          <span className="small secondary cut">{subtitle}</span>
        </div>
        {menu}
        <IconButton label={t(editorMessages.closeInspector)} onClick={() => select(undefined)}>
          <X size={16} aria-hidden />
        </IconButton>
      </header>
      {tabs}
      <div className={styles.body}>
        <PanelBoundary>{children}</PanelBoundary>
      </div>
    </aside>
  );
}

const TABS: readonly InspectorTab[] = ['settings', 'traits', 'code', 'objects'];
const tabWords = {
  settings: editorMessages.settings,
  traits: editorMessages.traits,
  code: editorMessages.code,
  objects: editorMessages.objects,
} as const;

function ComponentInspector({ component }: { readonly component: DraftComponent }) {
  const { t } = useLanguage();
  const { tab, setTab, lanes, actions, document } = useEditor();
  const view = useComponentView(component);
  const lane = lanes[view.lane];
  const step =
    lane?.kind === 'step'
      ? t(editorMessages.inStep({ step: lane.step.name }))
      : lane?.kind === 'unscheduled'
        ? t(editorMessages.unscheduled)
        : '';
  const path: Path = ['component', component.index];
  return (
    <Frame
      label={view.name}
      icon={<TypeIcon type={view.type} />}
      title={
        <>
          <span className="heading cut">{view.name}</span>
          <ChangeMark view={view} />
          <ProblemBadge {...view.counts} />
        </>
      }
      subtitle={[view.typeName, step].filter((part) => part !== '').join(' · ')}
      menu={<CardMenu name={view.name} />}
      tabs={
        <div className={styles.tabs} role="tablist" aria-label={t(editorMessages.sections)}>
          {TABS.map((each) => (
            <button key={each} type="button" role="tab" aria-selected={each === tab} onClick={() => setTab(each)}>
              {t(tabWords[each])}
              {each === 'traits' && view.traits.length > 0 && <Count value={view.traits.length} />}
            </button>
          ))}
        </div>
      }
    >
      {tab === 'settings' && <ComponentSettings component={component} path={path} />}
      {tab === 'traits' && <ComponentTraits component={component} />}
      {tab === 'code' && (
        <JsonEditor
          label={t(editorMessages.componentJson)}
          value={getAt(hideSecrets(document), path)}
          onChange={(next) =>
            isRecord(next) &&
            actions.change((now) => restoreSecrets(setValue(path, next)(now), now), `code ${component.index}`)
          }
        />
      )}
      {tab === 'objects' && <RenderedObjects name={view.name} />}
      {view.statusText !== undefined && tab === 'settings' && (
        <section className="stack">
          <span className="small medium">{t(editorMessages.live)}</span>
          <ComponentHealth view={view} />
          <span className="small secondary break">{view.statusText}</span>
        </section>
      )}
    </Frame>
  );
}

function ComponentSettings({ component, path }: { readonly component: DraftComponent; readonly path: Path }) {
  const { t } = useLanguage();
  const { form, openDialog } = useEditor();
  const properties = form.componentTypes[component.type]?.field.fields ?? [];
  const runsContainers = properties.some(({ name }) => name === 'ports');
  const value = component.value;
  const isShown = (name: string): boolean =>
    runsContainers || !['image', 'replicas', 'dependsOn'].includes(name) || value[name] !== undefined;
  const fields = form.component.filter(
    ({ name }) =>
      !['name', 'template'].includes(name) && (name !== 'namespace' || value.namespace !== undefined) && isShown(name),
  );
  const known = [...form.component.map(({ name }) => name), 'properties', 'traits'];
  // An image below the properties is an older spelling: shown where it is used.
  const propertyFields = properties.filter(
    ({ name }) => name !== 'image' || getAt(value, ['properties', 'image']) !== undefined,
  );
  return (
    <div className={styles.fields}>
      <div className="row" data-path={formatPath([...path, 'name'])}>
        <span className="small secondary">{t(editorMessages.name)}</span>
        <span className="medium grow cut">{component.name}</span>
        <Button size="small" onClick={() => openDialog({ kind: 'rename', name: component.name })}>
          {t(editorMessages.rename)}
        </Button>
      </div>
      <FieldList fields={fields} path={path} />
      {properties.length > 0 && (
        <GroupFields
          field={{ widget: 'group', required: true }}
          path={[...path, 'properties']}
          fields={propertyFields}
        />
      )}
      {properties.length === 0 && value.properties !== undefined && (
        <OtherFields path={[...path, 'properties']} known={[]} />
      )}
      {value.template !== undefined && (
        <FormFieldView field={{ widget: 'json', required: false }} label="template" path={[...path, 'template']} />
      )}
      <OtherFields path={path} known={known} />
    </div>
  );
}

function ComponentTraits({ component }: { readonly component: DraftComponent }) {
  const { t } = useLanguage();
  const { form, actions, problems } = useEditor();
  const view = useComponentView(component);
  const present = new Set(view.traits.map(({ name }) => name));
  const offered = Object.entries(form.traits).filter(
    ([name, trait]) => !present.has(name) && trait.componentTypes.includes(component.type),
  );
  const add = (name: string): void => {
    const field = form.traits[name]?.field;
    if (field !== undefined) actions.change(addTrait(component.index, name, startingValue(field)));
  };
  return (
    <div className={styles.fields}>
      {view.traits.map(({ name }) => {
        const trait = form.traits[name];
        const path: Path = ['component', component.index, 'traits', name];
        const own = problems.filter(
          ({ path: at }) => at[1] === component.index && at[2] === 'traits' && at[3] === name,
        );
        const counts = countProblems(own);
        return (
          <div key={name} className={styles.trait} data-path={formatPath(path)}>
            <details open={view.traits.length < 4 || counts.errors > 0}>
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
              onClick={() => actions.change(removeTrait(component.index, name))}
            >
              <Trash2 size={14} aria-hidden />
            </IconButton>
          </div>
        );
      })}
      {view.traits.length === 0 && <span className="secondary">{t(editorMessages.noTraits)}</span>}
      <Menu label={t(editorMessages.addTrait)} trigger={<Button>{t(editorMessages.addTrait)}</Button>}>
        {offered.map(([name, trait]) => (
          <MenuItem key={name} icon={<TraitIcon trait={name} />} onSelect={() => add(name)}>
            {t(trait.label)}
          </MenuItem>
        ))}
      </Menu>
    </div>
  );
}

/** The Kubernetes objects that the component comes to, as the server renders the draft. */
function RenderedObjects({ name }: { readonly name: string }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { draft, document } = useEditor();
  const { text, format } = documentText(document, draft.appId);
  const rendering = useQuery({
    queryKey: [queryKeys.plan, 'render', text],
    queryFn: ({ signal }) => client.renderDocument({ text, format }, { lenient: true, signal }),
    gcTime: 0,
    retry: false,
  });
  if (rendering.isError) return <ErrorPanel error={rendering.error} onRetry={() => void rendering.refetch()} />;
  if (rendering.data === undefined) return <Skeleton rows={8} />;
  const objects = rendering.data.objects.filter(({ component }) => component === name);
  if (objects.length === 0) return <span className="secondary">{t(editorMessages.noObjects)}</span>;
  return (
    <div className={styles.fields}>
      {objects.map(({ manifest }) => {
        const title = `${String(manifest.kind)} ${String(getAt(manifest, ['metadata', 'name']))}`;
        return (
          <section key={title} className="stack">
            <span className="medium">{title}</span>
            <Code text={JSON.stringify(manifest, undefined, 2)} />
          </section>
        );
      })}
    </div>
  );
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
    <Frame
      label={step.name}
      title={<span className="heading cut">{step.name}</span>}
      subtitle={jobType === undefined ? step.jobType : t(jobType.label)}
    >
      <div className={styles.fields}>
        <div className="row" data-path={formatPath([...path, 'name'])}>
          <span className="small secondary">{t(editorMessages.name)}</span>
          <span className="medium grow cut">{step.name}</span>
          <Button size="small" onClick={() => openDialog({ kind: 'renameStep', index })}>
            {t(editorMessages.rename)}
          </Button>
        </div>
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
    </Frame>
  );
}

function ApplicationInspector() {
  const { t } = useLanguage();
  const { form, document } = useEditor();
  const name = String(document.name ?? '');
  const known = [...form.application.map((field) => field.name), 'component', 'workflow'];
  return (
    <Frame
      label={t(editorMessages.application)}
      title={<span className="heading cut">{name || t(editorMessages.application)}</span>}
      subtitle={t(editorMessages.application)}
    >
      <div className={styles.fields}>
        <FieldList fields={form.application} path={[]} exclude={['id']} />
        <OtherFields path={[]} known={known} />
      </div>
    </Frame>
  );
}

import { isRecord } from '@kubemin/base';
import type { TraitSection } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { stringify } from 'yaml';
import { type DraftComponent, getAt, hideSecrets, type Path, restoreSecrets, setValue } from '../../draft/index.ts';
import { Code, Count, EmptyState, ErrorPanel, Skeleton, TypeIcon } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import { CardMenu } from './card-menu.tsx';
import { ChangeMark, ComponentHealth, type ComponentView, DriftMark, useComponentView } from './component-view.tsx';
import { useLaneName } from './editor-actions.ts';
import { type InspectorTab, useEditor } from './editor-context.tsx';
import {
  FieldList,
  FormFieldView,
  GroupFields,
  JsonEditor,
  OtherFields,
  ProblemBadge,
  TraitList,
} from './form/index.ts';
import styles from './inspector.module.css';
import { InspectorFrame, NameRow } from './inspector-frame.tsx';
import { documentText } from './problems.ts';

const TABS: readonly InspectorTab[] = ['settings', 'traits', 'code', 'objects', 'live'];
const tabWords = {
  settings: editorMessages.settings,
  traits: editorMessages.traits,
  code: editorMessages.code,
  objects: editorMessages.objects,
  live: editorMessages.live,
} as const;

/** Everything about one component. */
export function ComponentInspector({ component }: { readonly component: DraftComponent }) {
  const { t } = useLanguage();
  const { tab, setTab, lanes, actions, document } = useEditor();
  const laneName = useLaneName();
  const view = useComponentView(component);
  const lane = lanes[view.lane];
  const step =
    lane?.kind === 'step'
      ? t(editorMessages.inStep({ step: lane.step.name }))
      : lane?.kind === 'unscheduled'
        ? laneName(lane)
        : '';
  const path: Path = ['component', component.index];
  const isOffered = ({ componentTypes }: TraitSection): boolean => componentTypes.includes(component.type);
  return (
    <InspectorFrame
      label={view.name}
      icon={<TypeIcon type={view.type} />}
      title={
        <>
          <span className="heading cut">{view.name}</span>
          <ChangeMark view={view} />
          <DriftMark view={view} />
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
      {tab === 'traits' && <TraitList path={[...path, 'traits']} isOffered={isOffered} />}
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
      {tab === 'live' && <LiveState view={view} />}
    </InspectorFrame>
  );
}

function ComponentSettings({ component, path }: { readonly component: DraftComponent; readonly path: Path }) {
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
      <NameRow
        path={[...path, 'name']}
        name={component.name}
        onRename={() => openDialog({ kind: 'rename', name: component.name })}
      />
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
            <Code text={stringify(manifest, { lineWidth: 0 })} />
          </section>
        );
      })}
    </div>
  );
}

/** How the component is in the cluster, and the pages that show more. */
function LiveState({ view }: { readonly view: ComponentView }) {
  const { t } = useLanguage();
  const { app } = useEditor();
  if (app === undefined || view.status === undefined) return <EmptyState title={t(editorMessages.notLive)} />;
  const to = { params: { app: app.name }, search: { component: view.name }, className: 'link' } as const;
  return (
    <div className={styles.fields}>
      <ComponentHealth view={view} />
      <span className="secondary break">{view.statusText}</span>
      {view.drift.length > 0 && (
        <section className="stack" aria-label={t(editorMessages.driftHelp)}>
          <span className="small medium">{t(editorMessages.driftHelp)}</span>
          <ul>
            {view.drift.map((field) => (
              <li key={field}>
                <code className="small break">{field}</code>
              </li>
            ))}
          </ul>
        </section>
      )}
      <div className="wrap">
        <Link to="/apps/$app/pods" {...to}>
          {t(editorMessages.pods)}
        </Link>
        <Link to="/apps/$app/logs" {...to}>
          {t(editorMessages.logs)}
        </Link>
        <Link to="/apps/$app/events" {...to}>
          {t(editorMessages.events)}
        </Link>
      </div>
    </div>
  );
}

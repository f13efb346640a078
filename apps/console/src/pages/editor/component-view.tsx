import { isRecord } from '@kubemin/base';
import { componentDrift } from '@kubemin/client';
import { type ComponentChange, type DraftComponent, getAt, type JsonObject, readTraits } from '../../draft/index.ts';
import { ChangeTag, Health, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import { useEditor } from './editor-context.tsx';
import { countProblems } from './problems.ts';

/** What a card and a row of the outline show of a component. */
export function useComponentView(component: DraftComponent) {
  const { form, changes, problems, live, lanes } = useEditor();
  const { t, sent } = useLanguage();
  const { name, type, value } = component;
  const own = problems.filter((each) => each.component === name);
  const status = live.get(name);
  const lane = lanes.findIndex(({ components }) => components.includes(name));
  const keys = dataKeys(value);
  const counts = countProblems(own);
  const typeName = form.componentTypes[type]?.label;
  return {
    name,
    type,
    typeName: typeName === undefined ? type || t(editorMessages.noType) : t(typeName),
    image: readImage(value),
    replicas: typeof value.replicas === 'number' ? value.replicas : 1,
    ports: readPorts(value),
    hosts: readHosts(value),
    keys,
    isData: keys !== undefined,
    traits: readTraits(value, Object.keys(form.traits)),
    change: changes.components.get(name),
    problems: own,
    counts,
    status,
    drift: status === undefined ? [] : componentDrift(status),
    statusText: status === undefined ? undefined : sent(status, 'message', status.message),
    lane,
    position: lanes[lane]?.components.indexOf(name) ?? 0,
    traitProblems: new Set(own.map(({ path }) => (path[2] === 'traits' ? String(path[3]) : ''))),
  };
}

export type ComponentView = ReturnType<typeof useComponentView>;

/** What a picture shows of a component: its type, and its image or how many keys it has. */
export function useComponentNames(): (component: DraftComponent) => readonly string[] {
  const { form } = useEditor();
  const { t } = useLanguage();
  return ({ type, value }) => {
    const label = form.componentTypes[type]?.label;
    const keys = dataKeys(value);
    const name = label === undefined ? type : t(label);
    return keys === undefined
      ? [name, readImage(value)]
      : [t(editorMessages.keyCount({ type: name, count: keys.length }))];
  };
}

function readImage(value: JsonObject): string {
  return String(value.image ?? getAt(value, ['properties', 'image']) ?? '');
}

function dataKeys(value: JsonObject): readonly string[] | undefined {
  const field = value.type === 'config' ? 'conf' : value.type === 'secret' ? 'secret' : undefined;
  if (field === undefined) return undefined;
  const data = getAt(value, ['properties', field]);
  return isRecord(data) ? Object.keys(data) : [];
}

function readPorts(value: JsonObject): readonly number[] {
  const ports = getAt(value, ['properties', 'ports']);
  return Array.isArray(ports) ? ports.map((entry) => Number(isRecord(entry) ? entry.port : entry)).filter(Boolean) : [];
}

function readHosts(value: JsonObject): readonly string[] {
  return ['ingress', 'gateway'].flatMap((trait) => {
    const entries = getAt(value, ['traits', trait]);
    return (Array.isArray(entries) ? entries : []).flatMap((entry) => {
      const hosts: unknown = isRecord(entry) ? entry.hosts : undefined;
      return Array.isArray(hosts) ? hosts.map(String) : [];
    });
  });
}

/** The accessible name of a card: everything that it shows by place and colour. */
export function useCardLabel(view: ComponentView): string {
  const { t } = useLanguage();
  const place = usePlaceText(view);
  const parts = [
    view.name,
    view.typeName,
    place,
    view.change === undefined ? '' : t(changeWord(view.change)),
    view.drift.length > 0 ? t(kitMessages.drifted) : '',
    view.counts.errors > 0 ? t(editorMessages.errors({ count: view.counts.errors })) : '',
    view.counts.warnings > 0 ? t(editorMessages.warnings({ count: view.counts.warnings })) : '',
  ];
  return parts.filter((part) => part !== '').join(', ');
}

/** Where a component is in the workflow. */
export function usePlaceText(view: ComponentView): string {
  const { t } = useLanguage();
  const { lanes } = useEditor();
  const lane = lanes[view.lane];
  if (lane === undefined || lane.kind === 'unscheduled') return t(editorMessages.unscheduled);
  return t(
    editorMessages.cardPlace({
      step: view.lane + 1,
      steps: lanes.filter(({ kind }) => kind !== 'unscheduled').length,
      position: view.position + 1,
      positions: lane.components.length,
    }),
  );
}

export function ComponentHealth({ view }: { readonly view: ComponentView }) {
  const { status } = view;
  if (status === undefined || status.reason === 'NotDeployed') return <Health state="NotDeployed" />;
  if (status.reason === 'Stopped') return <Health state="Stopped" />;
  return <Health state={status.status} />;
}

export function ChangeMark({ view }: { readonly view: Pick<ComponentView, 'change'> }) {
  const { t } = useLanguage();
  if (view.change === undefined) return null;
  return <Tag kind={view.change === 'removed' ? 'error' : 'accent'}>{t(changeWord(view.change))}</Tag>;
}

/** What others changed in the cluster since the last run: the next one sets it back. */
export function DriftMark({ view: { drift } }: { readonly view: Pick<ComponentView, 'drift'> }) {
  const { t } = useLanguage();
  if (drift.length === 0) return null;
  return (
    <span title={t(editorMessages.driftedFields({ fields: drift }))}>
      <ChangeTag action="drifted" />
    </span>
  );
}

export function changeWord(change: ComponentChange) {
  return change === 'new'
    ? editorMessages.new
    : change === 'edited'
      ? editorMessages.edited
      : editorMessages.removedTag;
}

import type { ApplicationDetail } from '@kubemin/client';
import { builtinRegistry } from '@kubemin/model';
import { useQuery } from '@tanstack/react-query';
import { type DraftComponent, type Lane, readComponents, readLanes, readTraits } from '../../draft/index.ts';
import { type BoardLane, EmptyState, ErrorPanel, LaneBoard, LaneCard, Skeleton, Tag } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { templatesMessages } from '../../messages/index.ts';
import { storedDocumentQuery, usePlatform } from '../../platform/index.ts';
import styles from './templates.module.css';

/** The components of a template on the lanes of its steps, read-only: what a new application begins with. */
export function TemplateCanvas({ template }: { readonly template: ApplicationDetail }) {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const stored = useQuery(storedDocumentQuery(client, template.id, template.revision));
  if (stored.isError) return <ErrorPanel error={stored.error} onRetry={() => void stored.refetch()} />;
  if (stored.isPending) return <Skeleton rows={4} />;
  const { document } = stored.data;
  const components = new Map(readComponents(document).map((component) => [component.name, component]));
  if (components.size === 0) return <EmptyState title={t(templatesMessages.noComponents)} />;
  const lanes = readLanes(document).filter(({ kind, components: names }) => kind === 'step' || names.length > 0);
  const toBoardLane = (lane: Lane): BoardLane => {
    const { name, mode } = laneFacts(lane);
    return {
      id: lane.id,
      title: name ?? t(lane.kind === 'unscheduled' ? templatesMessages.unscheduled : templatesMessages.onlyStep),
      isSequential: mode === undefined ? undefined : mode === 'StepByStep',
      progress: String(lane.components.length),
      cards: lane.components.flatMap((each) => {
        const component = components.get(each);
        return component === undefined ? [] : [{ id: each, content: <ComponentCard component={component} /> }];
      }),
    };
  };
  return (
    <div className={styles.canvas}>
      <LaneBoard label={t(templatesMessages.components)} lanes={lanes.map(toBoardLane)} />
    </div>
  );
}

function laneFacts(lane: Lane): {
  readonly name: string | undefined;
  readonly mode: 'StepByStep' | 'DAG' | undefined;
} {
  switch (lane.kind) {
    case 'step':
      return { name: lane.step.name, mode: lane.step.mode };
    case 'derived':
      return { name: lane.name === '' ? undefined : lane.name, mode: lane.mode };
    case 'unscheduled':
      return { name: undefined, mode: undefined };
  }
}

function ComponentCard({ component }: { readonly component: DraftComponent }) {
  const { name, type, value } = component;
  const traits = readTraits(value, Object.keys(builtinRegistry.traits));
  return (
    <LaneCard name={name} type={type} image={typeof value.image === 'string' ? value.image : ''}>
      {traits.length > 0 && (
        <span className="wrap">
          {traits.map(({ name: trait, count = 1 }) => (
            <Tag key={trait}>{count > 1 ? `${trait} × ${count}` : trait}</Tag>
          ))}
        </span>
      )}
    </LaneCard>
  );
}

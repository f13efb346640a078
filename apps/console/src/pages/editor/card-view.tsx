import { Handle, type NodeProps, Position } from '@xyflow/react';
import { Plus, RotateCcw } from 'lucide-react';
import type { DraftComponent } from '../../draft/index.ts';
import { Button, TypeIcon } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { useCardKeys } from './card-keys.ts';
import { CardMenu } from './card-menu.tsx';
import { ChangeMark, ComponentHealth, DriftMark, useCardLabel, useComponentView } from './component-view.tsx';
import { useEditor } from './editor-context.tsx';
import { focusInspector } from './editor-focus.ts';
import styles from './flow-canvas.module.css';
import type { CardNode } from './flow-nodes.ts';
import { ProblemBadge, TraitIcon } from './form/index.ts';

/** More chips than fit in a row are one number. */
const MOST_CHIPS = 5;

/** A component on the canvas, or one that the draft no longer has. */
export function CardView({ data: { name, order, isRemoved } }: NodeProps<CardNode>) {
  const { components } = useEditor();
  const component = components.get(name);
  if (isRemoved) return <RemovedCard name={name} />;
  return component === undefined ? null : <Card component={component} order={order} />;
}

function RemovedCard({ name }: { readonly name: string }) {
  const { t } = useLanguage();
  const { actions } = useEditor();
  return (
    <div className={`${styles.card} ${styles.removed}`}>
      <div className="row">
        <span className="strong cut grow">{name}</span>
        <ChangeMark view={{ change: 'removed' }} />
      </div>
      <div className="small secondary">{t(editorMessages.removedHelp)}</div>
      <Button
        size="small"
        className="nodrag"
        icon={<RotateCcw size={12} aria-hidden />}
        onClick={() => actions.restore(name)}
      >
        {t(editorMessages.restore)}
      </Button>
    </div>
  );
}

function Card({ component, order }: { readonly component: DraftComponent; readonly order: number | undefined }) {
  const { t } = useLanguage();
  const { selection, select, setTab, form, openField } = useEditor();
  const view = useComponentView(component);
  const label = useCardLabel(view);
  const onKeyDown = useCardKeys(view.name);
  const isSelected = selection?.kind === 'component' && selection.name === view.name;
  const open = (tab: 'settings' | 'traits'): void => {
    select({ kind: 'component', name: view.name });
    setTab(tab);
  };
  return (
    <div className={[styles.card, isSelected && styles.selected].filter(Boolean).join(' ')}>
      {order !== undefined && <span className={styles.order}>{order}</span>}
      {!view.isData && <Handle type="target" position={Position.Left} className={styles.handle} />}
      {view.isData && (
        <Handle type="source" position={Position.Right} className={styles.handle} title={t(editorMessages.dragToUse)} />
      )}
      {!view.isData && (
        <Handle type="source" position={Position.Right} className={styles.hiddenHandle} isConnectable={false} />
      )}
      <div className="row">
        <span className={styles.typeIcon}>
          <TypeIcon type={view.type} />
        </span>
        <button
          type="button"
          className={styles.cardName}
          data-card={view.name}
          aria-label={label}
          aria-pressed={isSelected}
          onClick={({ detail }) => {
            open('settings');
            // Without a pointer there is no click count.
            if (detail === 0) focusInspector();
          }}
          onKeyDown={onKeyDown}
        >
          {view.name || t(editorMessages.noName)}
        </button>
        <ChangeMark view={view} />
        <DriftMark view={view} />
        <span className="grow" />
        <ProblemBadge {...view.counts} />
        <span className="nodrag">
          <CardMenu name={view.name} />
        </span>
      </div>
      <div className={`row small ${styles.statusRow}`}>
        <ComponentHealth view={view} />
        <span className="grow" />
        <span className="secondary">
          {view.isData
            ? t(editorMessages.keyCount({ type: view.typeName, count: view.keys?.length ?? 0 }))
            : view.status?.readyReplicas === undefined
              ? t(editorMessages.wanted({ count: view.replicas }))
              : t(editorMessages.ready({ ready: view.status.readyReplicas, wanted: view.replicas }))}
        </span>
      </div>
      <div className={styles.details}>
        {view.isData ? (
          <div className={styles.keys}>
            {view.keys?.slice(0, 3).map((key) => (
              <span key={key} className="cut">
                {key}
              </span>
            ))}
            {(view.keys?.length ?? 0) > 3 && <span>+{(view.keys?.length ?? 0) - 3}</span>}
          </div>
        ) : (
          <>
            <div className="mono secondary cut" title={view.image}>
              {view.image || t(editorMessages.noImage)}
            </div>
            <div className="small secondary cut">
              {view.hosts[0] ??
                (view.ports.length > 0
                  ? t(editorMessages.ports({ ports: view.ports.map((port) => `:${port}`) }))
                  : t(editorMessages.noPorts))}
            </div>
            <div className={styles.chips}>
              {view.traits.slice(0, MOST_CHIPS).map(({ name: trait, count }) => (
                <button
                  key={trait}
                  type="button"
                  tabIndex={-1}
                  className={[styles.chip, 'nodrag', view.traitProblems.has(trait) && styles.badChip]
                    .filter(Boolean)
                    .join(' ')}
                  title={form.traits[trait] === undefined ? trait : t(form.traits[trait].label)}
                  onClick={(event) => {
                    event.stopPropagation();
                    openField(['component', component.index, 'traits', trait]);
                  }}
                >
                  <TraitIcon trait={trait} />
                  {count}
                </button>
              ))}
              <button
                type="button"
                tabIndex={-1}
                className={`${styles.chip} ${styles.addChip} nodrag`}
                title={t(editorMessages.addTrait)}
                onClick={(event) => {
                  event.stopPropagation();
                  open('traits');
                }}
              >
                {view.traits.length > MOST_CHIPS ? (
                  `+${view.traits.length - MOST_CHIPS}`
                ) : (
                  <Plus size={12} aria-hidden />
                )}
              </button>
            </div>
          </>
        )}
      </div>
    </div>
  );
}

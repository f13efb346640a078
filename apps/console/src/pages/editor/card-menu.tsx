import { ArrowDown, ArrowUp, Copy, Link2, Pencil, Trash2 } from 'lucide-react';
import { Menu, MenuItem, MenuSeparator } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages } from '../../messages/index.ts';
import { isDelivering, useLaneName } from './editor-actions.ts';
import { useEditor } from './editor-context.tsx';

/** Everything that can be done with a component: what is dragged on the canvas is an entry here. */
export function CardMenu({ name }: { readonly name: string }) {
  const { t } = useLanguage();
  const { lanes, actions, openDialog, components } = useEditor();
  const laneName = useLaneName();
  const lane = lanes.findIndex(({ components }) => components.includes(name));
  const at = lanes[lane]?.components.indexOf(name) ?? 0;
  const count = lanes[lane]?.components.length ?? 0;
  const type = components.get(name)?.type;
  const isData = type === 'config' || type === 'secret';
  return (
    <Menu label={t(editorMessages.actionsOf({ name }))} small>
      <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={() => openDialog({ kind: 'rename', name })}>
        {t(editorMessages.rename)}
      </MenuItem>
      <MenuItem icon={<Copy size={14} aria-hidden />} onSelect={() => actions.duplicate(name)}>
        {t(editorMessages.duplicate)}
      </MenuItem>
      {isData && (
        <MenuItem icon={<Link2 size={14} aria-hidden />} onSelect={() => openDialog({ kind: 'use', source: name })}>
          {t(editorMessages.useIn)}
        </MenuItem>
      )}
      <MenuSeparator />
      <MenuItem
        icon={<ArrowUp size={14} aria-hidden />}
        disabledReason={at === 0 ? t(editorMessages.isFirst) : undefined}
        onSelect={() => actions.moveBy(name, 'up')}
      >
        {t(editorMessages.moveUp)}
      </MenuItem>
      <MenuItem
        icon={<ArrowDown size={14} aria-hidden />}
        disabledReason={at === count - 1 ? t(editorMessages.isLast) : undefined}
        onSelect={() => actions.moveBy(name, 'down')}
      >
        {t(editorMessages.moveDown)}
      </MenuItem>
      {lanes.map((each, index) =>
        index === lane || !isDelivering(each) ? null : (
          <MenuItem key={each.id} onSelect={() => actions.move(name, each.kind === 'unscheduled' ? undefined : index)}>
            {t(editorMessages.moveTo({ step: laneName(each) }))}
          </MenuItem>
        ),
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} aria-hidden />} danger onSelect={() => actions.remove(name)}>
        {t(editorMessages.remove)}
      </MenuItem>
    </Menu>
  );
}

/** What can be done with a step. */
export function StepMenu({ index }: { readonly index: number }) {
  const { t } = useLanguage();
  const { lanes, actions, openDialog, select, form } = useEditor();
  const steps = lanes.filter(({ kind }) => kind === 'step').length;
  const lane = lanes[index];
  if (lane?.kind !== 'step') return null;
  const { name, mode } = lane.step;
  return (
    <Menu label={t(editorMessages.actionsOf({ name }))} small>
      <MenuItem icon={<Pencil size={14} aria-hidden />} onSelect={() => openDialog({ kind: 'renameStep', index })}>
        {t(editorMessages.rename)}
      </MenuItem>
      <MenuItem onSelect={() => select({ kind: 'step', index })}>{t(editorMessages.stepSettings)}</MenuItem>
      <MenuItem onSelect={() => actions.setMode(index, mode === 'DAG' ? 'StepByStep' : 'DAG')}>
        {t(mode === 'DAG' ? editorMessages.makeSequential : editorMessages.makeParallel)}
      </MenuItem>
      <MenuSeparator />
      <MenuItem
        disabledReason={index === 0 ? t(editorMessages.isFirst) : undefined}
        onSelect={() => actions.moveStep(index, index - 1)}
      >
        {t(editorMessages.moveEarlier)}
      </MenuItem>
      <MenuItem
        disabledReason={index === steps - 1 ? t(editorMessages.isLast) : undefined}
        onSelect={() => actions.moveStep(index, index + 1)}
      >
        {t(editorMessages.moveLater)}
      </MenuItem>
      <MenuItem onSelect={() => actions.addStep(index)}>{t(editorMessages.addBefore)}</MenuItem>
      <MenuItem onSelect={() => actions.addStep(index + 1)}>{t(editorMessages.addAfter)}</MenuItem>
      {'approval' in form.jobTypes && (
        <MenuItem onSelect={() => actions.addStep(index + 1, 'approval')}>{t(editorMessages.addApproval)}</MenuItem>
      )}
      <MenuSeparator />
      <MenuItem icon={<Trash2 size={14} aria-hidden />} danger onSelect={() => actions.removeStep(index)}>
        {t(editorMessages.deleteStep)}
      </MenuItem>
    </Menu>
  );
}

import type { Action } from '@kubemin/client';
import { useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { Download, Files, Layers, Maximize2, Rocket, RotateCcw, RotateCw, Square, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { Button, CliLine, Confirm, Menu, MenuItem, MenuSeparator, useNarrow, useToast } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages, shellMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform, useRights } from '../../platform/index.ts';
import { useApp } from './app-context.ts';
import { DeleteDialog } from './delete-dialog.tsx';
import { DuplicateDialog } from './duplicate-dialog.tsx';
import { ExportDialog } from './export-dialog.tsx';
import { RestartDialog } from './restart-dialog.tsx';
import { RollbackDialog } from './rollback-dialog.tsx';
import { ScaleDialog } from './scale-dialog.tsx';

type Asked = 'scale' | 'restart' | 'stop' | 'rollback' | 'duplicate' | 'template' | 'export' | 'delete';

/** Why the user may not do something to the application; undefined if they may. */
export function useRefusal(): (action: Action) => string | undefined {
  const { t } = useLanguage();
  const { can } = useRights();
  const { app } = useApp();
  return (action) => (can(action, app.project) ? undefined : t(shellMessages.scopeNeeded({ scope: action })));
}

/** What can be done with an application as a whole. */
export function AppActions() {
  const { t } = useLanguage();
  const navigate = useNavigate();
  const { app, path } = useApp();
  const refusal = useRefusal();
  const [asked, setAsked] = useState<Asked>();
  const close = (): void => setAsked(undefined);
  const canRun = app.components.some(({ replicas }) => replicas !== undefined);
  const nothingRuns = canRun ? undefined : t(appMessages.nothingRuns);
  const isNarrow = useNarrow();
  const runActions = [
    { what: 'scale', text: t(appMessages.scaleMore), icon: <Maximize2 size={14} aria-hidden /> },
    { what: 'restart', text: t(appMessages.restartMore), icon: <RotateCw size={14} aria-hidden /> },
  ] as const;
  const running = app.components.filter(({ replicas = 0 }) => replicas > 0);
  const isStopped = running.length === 0;
  const runRefusal = refusal('operate') ?? nothingRuns;
  return (
    <>
      {!isNarrow &&
        runActions.map(({ what, text, icon }) => (
          <Button key={what} icon={icon} disabledReason={runRefusal} onClick={() => setAsked(what)}>
            {text}
          </Button>
        ))}
      <Menu label={t(appMessages.more)}>
        {isNarrow &&
          runActions.map(({ what, text, icon }) => (
            <MenuItem key={what} icon={icon} disabledReason={runRefusal} onSelect={() => setAsked(what)}>
              {text}
            </MenuItem>
          ))}
        <MenuItem
          icon={<Square size={14} aria-hidden />}
          disabledReason={runRefusal ?? (isStopped ? t(appMessages.isStopped) : undefined)}
          onSelect={() => setAsked('stop')}
        >
          {t(appMessages.stopMore)}
        </MenuItem>
        <MenuItem
          icon={<RotateCcw size={14} aria-hidden />}
          disabledReason={refusal('deploy')}
          onSelect={() => setAsked('rollback')}
        >
          {t(appMessages.rollbackMore)}
        </MenuItem>
        <MenuItem icon={<Download size={14} aria-hidden />} onSelect={() => setAsked('export')}>
          {t(appMessages.exportMore)}
        </MenuItem>
        <MenuItem
          icon={<Files size={14} aria-hidden />}
          disabledReason={refusal('deploy')}
          onSelect={() => setAsked('duplicate')}
        >
          {t(appMessages.duplicateMore)}
        </MenuItem>
        <MenuItem
          icon={<Layers size={14} aria-hidden />}
          disabledReason={refusal('deploy')}
          onSelect={() => setAsked('template')}
        >
          {t(app.tmpEnable ? appMessages.stopTemplate : appMessages.saveTemplate)}
        </MenuItem>
        <MenuSeparator />
        <MenuItem
          danger
          icon={<Trash2 size={14} aria-hidden />}
          disabledReason={refusal('operate')}
          onSelect={() => setAsked('delete')}
        >
          {t(appMessages.deleteMore)}
        </MenuItem>
      </Menu>
      <Button
        kind="primary"
        icon={<Rocket size={14} aria-hidden />}
        disabledReason={refusal('deploy')}
        onClick={() => void navigate({ to: '/apps/$app/plan', params: { app: path } })}
      >
        {t(appMessages.deployMore)}
      </Button>
      {asked === 'scale' && <ScaleDialog wanted={{}} onClose={close} />}
      {asked === 'stop' && (
        <ScaleDialog isStop wanted={Object.fromEntries(running.map(({ name }) => [name, 0]))} onClose={close} />
      )}
      {asked === 'restart' && <RestartDialog onClose={close} />}
      {asked === 'duplicate' && <DuplicateDialog onClose={close} />}
      {asked === 'template' && <TemplateDialog onClose={close} />}
      {asked === 'rollback' && <RollbackDialog onClose={close} />}
      {asked === 'export' && <ExportDialog onClose={close} />}
      {asked === 'delete' && <DeleteDialog what="application" onClose={close} />}
    </>
  );
}

function TemplateDialog({ onClose }: { readonly onClose: () => void }) {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const setTemplate = useSetTemplate();
  const toast = useToast();
  const isTemplate = app.tmpEnable;
  return (
    <Confirm
      open
      onClose={onClose}
      title={t(
        isTemplate ? appMessages.noTemplateTitle({ name: app.name }) : appMessages.templateTitle({ name: app.name }),
      )}
      action={t(appMessages.save)}
      onConfirm={async () => {
        await setTemplate(!isTemplate);
        toast({ text: t(isTemplate ? appMessages.noTemplate : appMessages.savedTemplate) });
      }}
    >
      <p className="secondary">{t(isTemplate ? appMessages.noTemplateHelp : appMessages.templateHelp)}</p>
      <CliLine
        words={
          isTemplate ? ['api', 'PATCH', `/applications/${app.id}`, '-f', 'tmpEnable=false'] : ['template', 'save', path]
        }
      />
    </Confirm>
  );
}

/** Makes the application a template for others, or no longer. Rejects with PlatformError. */
export function useSetTemplate(): (isTemplate: boolean) => Promise<void> {
  const { client } = usePlatform();
  const { app } = useApp();
  const queries = useQueryClient();
  return async (isTemplate) => {
    await client.patchApplication(app.id, { tmpEnable: isTemplate }, { ifMatch: app.revision });
    await queries.invalidateQueries({ queryKey: [queryKeys.application, app.id] });
  };
}

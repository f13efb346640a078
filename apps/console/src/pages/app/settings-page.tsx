import { PlatformError } from '@kubemin/client';
import { useQueryClient } from '@tanstack/react-query';
import { type FormEvent, useState } from 'react';
import {
  Banner,
  Button,
  CliLine,
  ErrorPanel,
  Field,
  Input,
  Panel,
  Switch,
  Textarea,
  useToast,
} from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { appMessages } from '../../messages/index.ts';
import { queryKeys, usePlatform } from '../../platform/index.ts';
import styles from './app.module.css';
import { useRefusal, useSetTemplate } from './app-actions.tsx';
import { useApp } from './app-context.ts';
import { DeleteDialog } from './delete-dialog.tsx';

export function AppSettingsPage() {
  const { app } = useApp();
  return (
    <div className={styles.body}>
      <Description key={app.id} />
      <Template />
      <Danger />
    </div>
  );
}

/** The texts about an application. They are saved for the revision they were read from: another one there is a conflict. */
function Description() {
  const { t } = useLanguage();
  const { client } = usePlatform();
  const { app } = useApp();
  const queries = useQueryClient();
  const toast = useToast();
  const refusal = useRefusal()('deploy');
  const [base, setBase] = useState({ revision: app.revision, alias: app.alias, description: app.description });
  const [alias, setAlias] = useState(app.alias);
  const [description, setDescription] = useState(app.description);
  const [busy, setBusy] = useState(false);
  const [error, setError] = useState<unknown>();
  const isSame = alias === base.alias && description === base.description;
  const isConflict = error instanceof PlatformError && error.code === 'REVISION_CONFLICT';
  const takeTheirs = async (): Promise<void> => {
    const latest = await client.getApplication(app.id);
    setBase({ revision: latest.revision, alias: latest.alias, description: latest.description });
    setError(undefined);
    await queries.invalidateQueries({ queryKey: [queryKeys.application, app.id] });
  };
  const save = async (event: FormEvent): Promise<void> => {
    event.preventDefault();
    if (isSame || refusal !== undefined) return;
    setBusy(true);
    setError(undefined);
    try {
      const saved = await client.patchApplication(app.id, { alias, description }, { ifMatch: base.revision });
      setBase({ revision: saved.revision, alias: saved.alias, description: saved.description });
      toast({ text: t(appMessages.savedRevision({ revision: saved.revision })) });
      await queries.invalidateQueries({ queryKey: [queryKeys.application, app.id] });
    } catch (thrown) {
      setError(thrown);
    } finally {
      setBusy(false);
    }
  };
  return (
    <Panel title={t(appMessages.about)} padded>
      <form className={styles.form} onSubmit={(event) => void save(event)}>
        <Field label={t(appMessages.alias)} help={t(appMessages.aliasHelp)}>
          <Input value={alias} onChange={({ target }) => setAlias(target.value)} />
        </Field>
        <Field label={t(appMessages.description)}>
          <Textarea rows={3} value={description} onChange={({ target }) => setDescription(target.value)} />
        </Field>
        {isConflict && (
          <Banner
            kind="warning"
            label={t(appMessages.conflict)}
            title={t(appMessages.conflict)}
            actions={
              <Button size="small" onClick={() => void takeTheirs()}>
                {t(appMessages.useLatest)}
              </Button>
            }
          >
            {t(appMessages.conflictHelp({ base: base.revision }))}
          </Banner>
        )}
        {error !== undefined && !isConflict && <ErrorPanel error={error} />}
        <div>
          <Button
            kind="primary"
            type="submit"
            busy={busy}
            disabledReason={refusal ?? (isSame ? t(appMessages.nothingChanged) : undefined)}
          >
            {t(appMessages.save)}
          </Button>
        </div>
      </form>
    </Panel>
  );
}

function Template() {
  const { t } = useLanguage();
  const { app, path } = useApp();
  const refusal = useRefusal()('deploy');
  const setTemplate = useSetTemplate();
  const [error, setError] = useState<unknown>();
  const change = async (isTemplate: boolean): Promise<void> => {
    setError(undefined);
    try {
      await setTemplate(isTemplate);
    } catch (thrown) {
      setError(thrown);
    }
  };
  return (
    <Panel title={t(appMessages.template)} padded>
      <div className="stack">
        <div className={styles.choice}>
          <div className="two-lines grow">
            <span className="medium">{t(appMessages.templateSwitch)}</span>
            <span className="small secondary">{refusal ?? t(appMessages.templateHelp)}</span>
          </div>
          <Switch
            label={t(appMessages.templateSwitch)}
            checked={app.tmpEnable}
            disabledReason={refusal}
            onChange={(isTemplate) => void change(isTemplate)}
          />
        </div>
        {!app.tmpEnable && <CliLine words={['template', 'save', path]} />}
        {error !== undefined && <ErrorPanel error={error} />}
      </div>
    </Panel>
  );
}

function Danger() {
  const { t } = useLanguage();
  const refusal = useRefusal()('operate');
  const [asked, setAsked] = useState<'application' | 'resources'>();
  return (
    <Panel title={t(appMessages.danger)} padded>
      <div className={styles.danger}>
        <div className="two-lines grow">
          <span className="medium">{t(appMessages.cleanUpMore)}</span>
          <span className="small secondary">{t(appMessages.cleanUpHelp)}</span>
        </div>
        <Button kind="danger" disabledReason={refusal} onClick={() => setAsked('resources')}>
          {t(appMessages.cleanUpMore)}
        </Button>
      </div>
      <div className={styles.danger}>
        <div className="two-lines grow">
          <span className="medium">{t(appMessages.deleteMore)}</span>
          <span className="small secondary">{t(appMessages.deleteHelp)}</span>
        </div>
        <Button kind="danger" disabledReason={refusal} onClick={() => setAsked('application')}>
          {t(appMessages.deleteMore)}
        </Button>
      </div>
      {asked !== undefined && <DeleteDialog what={asked} onClose={() => setAsked(undefined)} />}
    </Panel>
  );
}

import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useState } from 'react';
import { type JsonObject, openDraft } from '../../draft/index.ts';
import { Button, CliLine, Field, Input, Panel } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { newAppMessages } from '../../messages/index.ts';
import styles from './new-page.module.css';
import { NEW_APP, useDraftStore } from './use-draft.ts';

/** Opens the canvas with a document as the draft of a new application. */
export function useOpenCanvas(): (document: JsonObject) => void {
  const store = useDraftStore();
  const navigate = useNavigate();
  return (document) => {
    store.replace(NEW_APP, openDraft({ document: {} }, document));
    void navigate({ to: '/apps/$app/canvas', params: { app: NEW_APP } });
  };
}

/** What applications and components may be called. */
export const NAME = /^[a-z0-9][a-z0-9-]{0,61}[a-z0-9]$/;

export function useName(initial = '') {
  const { t } = useLanguage();
  const [name, setName] = useState(initial);
  const error = name === '' || NAME.test(name) ? undefined : t(newAppMessages.nameInvalid);
  const field = (
    <Field label={t(newAppMessages.name)} help={t(newAppMessages.nameHelp)} error={error}>
      <Input
        value={name}
        autoFocus
        spellCheck={false}
        autoComplete="off"
        onChange={(event) => setName(event.target.value)}
      />
    </Field>
  );
  return { name, field, missing: name === '' ? t(newAppMessages.nameNeeded) : error };
}

interface StartFormProps {
  readonly title: string;
  readonly missing: string | undefined;
  readonly onOpen: () => void;
  /** The command that does the same. */
  readonly command: readonly string[];
  readonly children: ReactNode;
}

/** A way to start, with the button that opens the canvas. */
export function StartForm({ title, missing, onOpen, command, children }: StartFormProps) {
  const { t } = useLanguage();
  return (
    <Panel title={title} padded>
      <form
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault();
          if (missing === undefined) onOpen();
        }}
      >
        {children}
        <div>
          <Button type="submit" kind="primary" disabledReason={missing} onClick={onOpen}>
            {t(newAppMessages.open)}
          </Button>
        </div>
        <CliLine words={command} />
      </form>
    </Panel>
  );
}

import { kubeYaml } from '@kubemin/convert/yaml';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { hideSecrets, mergeDocuments, type Side } from '../../draft/index.ts';
import { Button, Code, Dialog, ErrorPanel, Segments, Skeleton } from '../../kit/index.ts';
import { useLanguage } from '../../language/index.ts';
import { editorMessages, kitMessages } from '../../messages/index.ts';
import styles from './dialogs.module.css';
import { useEditor } from './editor-context.tsx';

/** Another user saved meanwhile: theirs and mine, and what comes of it. */
export function MergeDialog() {
  const { t } = useLanguage();
  const { draft, openDialog } = useEditor();
  const [choices, setChoices] = useState<Readonly<Record<string, Side>>>({});
  const newest = useQuery({
    queryKey: ['merge', draft.appId, draft.state.base.revision],
    queryFn: () => draft.readNewest(),
    gcTime: 0,
    staleTime: 0,
  });
  const close = (): void => openDialog(undefined);
  const theirs = newest.data;
  const merged =
    theirs === undefined
      ? undefined
      : mergeDocuments({ base: draft.state.base.document, mine: draft.state.draft, theirs: theirs.document }, choices);
  const open = merged?.conflicts.filter(({ id }) => choices[id] === undefined).length ?? 0;
  const take = (): void => {
    if (theirs === undefined || merged === undefined) return;
    draft.rebase(theirs, merged.document);
    close();
  };
  return (
    <Dialog
      open
      onClose={close}
      title={t(editorMessages.mergeTitle)}
      width="full"
      foot={
        <>
          <Button onClick={close}>{t(kitMessages.back)}</Button>
          <Button
            kind="primary"
            disabledReason={
              merged === undefined || open > 0 ? t(editorMessages.chooseFirst({ count: open })) : undefined
            }
            onClick={take}
          >
            {t(editorMessages.takeMerge)}
          </Button>
        </>
      }
    >
      {newest.isError && <ErrorPanel error={newest.error} onRetry={() => void newest.refetch()} />}
      {newest.isPending && <Skeleton rows={4} />}
      {theirs !== undefined && merged !== undefined && (
        <>
          <p className="secondary">
            {t(
              editorMessages.mergeHelp({
                mine: draft.state.base.revision ?? 0,
                theirs: theirs.revision,
                count: merged.conflicts.length,
              }),
            )}
          </p>
          {merged.conflicts.map(({ id, mine, theirs: other }) => (
            <section key={id} className={styles.conflict} aria-label={id}>
              <div className="row">
                <code className="grow break">{id}</code>
                <Segments
                  label={id}
                  value={choices[id] ?? ''}
                  options={[
                    { value: 'theirs', text: t(editorMessages.theirs) },
                    { value: 'mine', text: t(editorMessages.mine) },
                  ]}
                  onChange={(side) => {
                    if (side === 'mine' || side === 'theirs') setChoices({ ...choices, [id]: side });
                  }}
                />
              </div>
              <div className={styles.sides}>
                <div className="stack">
                  <span className="small secondary">{t(editorMessages.theirs)}</span>
                  <Code
                    text={
                      isSecretPlace(id)
                        ? t(editorMessages.secretValue)
                        : (valueText(other) ?? t(editorMessages.notThere))
                    }
                    copy={false}
                    wrapped
                  />
                </div>
                <div className="stack">
                  <span className="small secondary">{t(editorMessages.mine)}</span>
                  <Code
                    text={
                      isSecretPlace(id)
                        ? t(editorMessages.secretValue)
                        : (valueText(mine) ?? t(editorMessages.notThere))
                    }
                    copy={false}
                    wrapped
                  />
                </div>
              </div>
            </section>
          ))}
          <section className="stack" aria-label={t(editorMessages.mergeResult)}>
            <span className="small secondary">{t(editorMessages.mergeResult)}</span>
            <Code text={kubeYaml(hideSecrets(merged.document))} />
          </section>
        </>
      )}
    </Dialog>
  );
}

function valueText(value: unknown): string | undefined {
  return value === undefined ? undefined : typeof value === 'string' ? value : JSON.stringify(value, undefined, 2);
}

/** Values of secrets are not shown, not even those that the user typed before. */
function isSecretPlace(id: string): boolean {
  return /\.properties(?:\.secret|$)|^component\[[^\]]*\]$/.test(id);
}
